import type { Check } from '../../../engine/checks/check'
import type { PresentedSubject } from '../../read/response/response-reading'
import { dcqlClaimSet } from './claim-set'
import { dcqlClaimSetPreference } from './claim-set-preference'
import { dcqlClaimsPresent } from './claims-present'
import { dcqlDoctype } from './doctype'
import { dcqlFormat } from './format'
import { dcqlHolderBinding } from './holder-binding'
import { dcqlNoBindingAccepted } from './no-binding-accepted'
import { dcqlPathNullIndex } from './path-null-index'
import { dcqlTrustedAuthorityAki } from './trusted-authority-aki'
import { dcqlTrustedAuthorityOther } from './trusted-authority-other'
import { dcqlValues } from './values'
import { dcqlVct } from './vct'

/** Checks of how a presentation matches its query. */
export const dcqlChecks: readonly Check<PresentedSubject>[] = [
  dcqlFormat,
  dcqlVct,
  dcqlDoctype,
  dcqlClaimsPresent,
  dcqlClaimSet,
  dcqlClaimSetPreference,
  dcqlValues,
  dcqlPathNullIndex,
  dcqlTrustedAuthorityAki,
  dcqlTrustedAuthorityOther,
  dcqlHolderBinding,
  dcqlNoBindingAccepted,
]
