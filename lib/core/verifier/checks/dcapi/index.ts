import type { Check } from '../../../engine/checks/check'
import type { PresentedSubject, ResponseReading } from '../../read/response/response-reading'
import { dcapiAnsweredInBrowser } from './answered-in-browser'
import { dcapiClientIdUnused } from './client-id-unused'
import { dcapiErrorBeforeConsent } from './error-before-consent'
import { dcapiErrorSingleMember } from './error-single-member'
import { dcapiMultisignedSupported } from './multisigned-supported'
import { dcapiOriginExact } from './origin-exact'
import { dcapiProtocolConsistent } from './protocol-consistent'
import { dcapiProtocolRequested } from './protocol-requested'
import { dcapiResultShape } from './result-shape'
import { dcapiSignedSupported } from './signed-supported'
import { dcapiThumbprint } from './thumbprint'
import { dcapiUnsignedSupported } from './unsigned-supported'

/** Checks of what a browser handed back, before anything in it is read. */
export const browserShapeChecks: readonly Check<ResponseReading>[] = [dcapiResultShape, dcapiProtocolRequested]

/** Checks of one presentation in such an answer. */
export const browserPresentedChecks: readonly Check<PresentedSubject>[] = [
  dcapiProtocolConsistent,
  dcapiClientIdUnused,
  dcapiOriginExact,
  dcapiThumbprint,
]

/** Checks of such an answer as a whole. */
export const browserAnswerChecks: readonly Check<ResponseReading>[] = [
  dcapiErrorSingleMember,
  dcapiErrorBeforeConsent,
  dcapiUnsignedSupported,
  dcapiSignedSupported,
  dcapiMultisignedSupported,
]

/** All of them, in the order of the catalogue. */
export const browserChecks: readonly Check<never>[] = [
  ...browserShapeChecks,
  ...browserPresentedChecks,
  ...browserAnswerChecks,
  dcapiAnsweredInBrowser,
]
