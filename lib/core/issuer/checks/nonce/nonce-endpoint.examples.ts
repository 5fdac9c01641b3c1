import { alwaysJudged, type ExamplesById } from '../../../engine/checks/examples'
import type { NonceReading } from '../../read/nonce-reading'

const good: NonceReading = { bodyBytes: 0, authorizationSent: false }

export const nonceEndpointExamples: ExamplesById<NonceReading> = {
  'vci.nonce.body_empty': {
    pass: [good, { ...good, authorizationSent: true }],
    violated: [{ ...good, bodyBytes: 2 }],
    notApplicable: alwaysJudged,
  },
  'vci.nonce.no_access_token': {
    pass: [good, { ...good, bodyBytes: 2 }],
    violated: [{ ...good, authorizationSent: true }],
    notApplicable: alwaysJudged,
  },
}
