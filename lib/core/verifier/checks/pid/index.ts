import type { Check } from '../../../engine/checks/check'
import type { PresentedSubject } from '../../read/response/response-reading'
import { pidKnownNames } from './known-names'
import { pidMdocCountries } from './mdoc-countries'
import { pidMdocDates } from './mdoc-dates'
import { pidMdocDomestic } from './mdoc-domestic'
import { pidMdocEmail } from './mdoc-email'
import { pidMdocJurisdiction } from './mdoc-jurisdiction'
import { pidMdocKnownNames } from './mdoc-known-names'
import { pidMdocPhone } from './mdoc-phone'
import { pidMdocPlaceOfBirth } from './mdoc-place-of-birth'
import { pidMdocSex } from './mdoc-sex'
import { pidMdocTypes } from './mdoc-types'
import { pidSdCountries } from './sd-countries'
import { pidSdDates } from './sd-dates'
import { pidSdDomestic } from './sd-domestic'
import { pidSdEmail } from './sd-email'
import { pidSdJurisdiction } from './sd-jurisdiction'
import { pidSdPhone } from './sd-phone'
import { pidSdPicture } from './sd-picture'
import { pidSdSex } from './sd-sex'
import { pidSdTypes } from './sd-types'

/** Checks of the content of a presented PID, element by element: the quality of its issuer, seen through the wallet. */
export const pidContentChecks: readonly Check<PresentedSubject>[] = [
  pidSdDates,
  pidSdCountries,
  pidSdTypes,
  pidSdEmail,
  pidSdPhone,
  pidSdSex,
  pidSdJurisdiction,
  pidSdPicture,
  pidSdDomestic,
  pidKnownNames,
  pidMdocDates,
  pidMdocCountries,
  pidMdocTypes,
  pidMdocEmail,
  pidMdocPhone,
  pidMdocSex,
  pidMdocJurisdiction,
  pidMdocPlaceOfBirth,
  pidMdocDomestic,
  pidMdocKnownNames,
]
