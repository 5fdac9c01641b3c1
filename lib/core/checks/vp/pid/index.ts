import type { PresentedSubject } from '../../../oid4vp/response/response-reading'
import type { Check } from '../../check'
import { vpPidKnownNames } from './known-names'
import { vpPidMdocCountries } from './mdoc-countries'
import { vpPidMdocDates } from './mdoc-dates'
import { vpPidMdocKnownNames } from './mdoc-known-names'
import { vpPidMdocTypes } from './mdoc-types'
import { vpPidSdCountries } from './sd-countries'
import { vpPidSdDates } from './sd-dates'
import { vpPidSdEmail } from './sd-email'
import { vpPidSdTypes } from './sd-types'

/** Checks of the content of a presented PID, element by element: the quality of its issuer, seen through the wallet. */
export const pidContentChecks: readonly Check<PresentedSubject>[] = [
  vpPidSdDates,
  vpPidSdCountries,
  vpPidSdTypes,
  vpPidSdEmail,
  vpPidKnownNames,
  vpPidMdocDates,
  vpPidMdocCountries,
  vpPidMdocTypes,
  vpPidMdocKnownNames,
]
