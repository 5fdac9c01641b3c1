import type { Check } from '../../../engine/checks/check'
import type { PresentedSubject } from '../../read/response/response-reading'
import { vpPidKnownNames } from './known-names'
import { vpPidMdocCountries } from './mdoc-countries'
import { vpPidMdocDates } from './mdoc-dates'
import { vpPidMdocDomestic } from './mdoc-domestic'
import { vpPidMdocEmail } from './mdoc-email'
import { vpPidMdocJurisdiction } from './mdoc-jurisdiction'
import { vpPidMdocKnownNames } from './mdoc-known-names'
import { vpPidMdocPhone } from './mdoc-phone'
import { vpPidMdocPlaceOfBirth } from './mdoc-place-of-birth'
import { vpPidMdocSex } from './mdoc-sex'
import { vpPidMdocTypes } from './mdoc-types'
import { vpPidSdCountries } from './sd-countries'
import { vpPidSdDates } from './sd-dates'
import { vpPidSdDomestic } from './sd-domestic'
import { vpPidSdEmail } from './sd-email'
import { vpPidSdJurisdiction } from './sd-jurisdiction'
import { vpPidSdPhone } from './sd-phone'
import { vpPidSdPicture } from './sd-picture'
import { vpPidSdSex } from './sd-sex'
import { vpPidSdTypes } from './sd-types'

/** Checks of the content of a presented PID, element by element: the quality of its issuer, seen through the wallet. */
export const pidContentChecks: readonly Check<PresentedSubject>[] = [
  vpPidSdDates,
  vpPidSdCountries,
  vpPidSdTypes,
  vpPidSdEmail,
  vpPidSdPhone,
  vpPidSdSex,
  vpPidSdJurisdiction,
  vpPidSdPicture,
  vpPidSdDomestic,
  vpPidKnownNames,
  vpPidMdocDates,
  vpPidMdocCountries,
  vpPidMdocTypes,
  vpPidMdocEmail,
  vpPidMdocPhone,
  vpPidMdocSex,
  vpPidMdocJurisdiction,
  vpPidMdocPlaceOfBirth,
  vpPidMdocDomestic,
  vpPidMdocKnownNames,
]
