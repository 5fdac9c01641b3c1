import type { Check } from '../../../engine/checks/check'
import type { PresentedSubject } from '../../read/response/response-reading'
import { vpDcqlClaimSet } from './claim-set'
import { vpDcqlClaimSetPreference } from './claim-set-preference'
import { vpDcqlClaimsPresent } from './claims-present'
import { vpDcqlDoctype } from './doctype'
import { vpDcqlFormat } from './format'
import { vpDcqlHolderBinding } from './holder-binding'
import { vpDcqlNoBindingAccepted } from './no-binding-accepted'
import { vpDcqlPathNullIndex } from './path-null-index'
import { vpDcqlTrustedAuthorityAki } from './trusted-authority-aki'
import { vpDcqlTrustedAuthorityOther } from './trusted-authority-other'
import { vpDcqlValues } from './values'
import { vpDcqlVct } from './vct'

/** Checks of how a presentation matches its query. */
export const dcqlChecks: readonly Check<PresentedSubject>[] = [
  vpDcqlFormat,
  vpDcqlVct,
  vpDcqlDoctype,
  vpDcqlClaimsPresent,
  vpDcqlClaimSet,
  vpDcqlClaimSetPreference,
  vpDcqlValues,
  vpDcqlPathNullIndex,
  vpDcqlTrustedAuthorityAki,
  vpDcqlTrustedAuthorityOther,
  vpDcqlHolderBinding,
  vpDcqlNoBindingAccepted,
]
