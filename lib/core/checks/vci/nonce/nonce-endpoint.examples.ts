import type { NonceReading } from '../../../oid4vci/nonce-reading'
import { alwaysJudged, type ExamplesById } from '../../examples'

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
