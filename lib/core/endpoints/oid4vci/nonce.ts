import { bind } from '../../checks/evaluate'
import { nonceAddressChecks } from '../../checks/vci/metadata'
import { nonceEndpointChecks } from '../../checks/vci/nonce'
import { headerValues } from '../../http/exchange'
import { jsonReply } from '../../http/reply'
import { answeredRequest } from '../../misdirected-reading'
import type { NonceReading } from '../../oid4vci/nonce-reading'
import { judged } from '../endpoint'
import { dpopNonceHeaders } from '../oauth/dpop/dpop-headers'
import { issueCNonce } from './issue-c-nonce'

const checks = [
  ...bind(nonceAddressChecks, (_reading: NonceReading) => answeredRequest('requestNonce', 'POST')),
  ...bind(nonceEndpointChecks, (reading: NonceReading) => reading),
]

/** `POST /issuers/{id}/nonce`: a fresh `c_nonce` for any caller; no request is refused. OID4VCI-1FINAL-7 */
export const nonceEndpoint = judged<NonceReading>({
  read: ({ exchange }) =>
    Promise.resolve({
      bodyBytes: exchange.bodyBytes,
      authorizationSent: headerValues(exchange, 'authorization').length > 0,
    }),
  checks: () => checks,
  decide: (_reading, _findings, context) => {
    const { exchange, params, ports, settings } = context
    const issuer = params.issuerConfigurationId ?? ''
    const { cNonce, value } = issueCNonce(context, issuer, { source: 'nonce_endpoint', sessionId: null })
    return {
      reply: jsonReply(
        200,
        { c_nonce: cNonce },
        dpopNonceHeaders({
          policy: settings.dpopNonce,
          issuer,
          role: 'rs',
          now: exchange.at,
          keyedHash: ports.keyedHash,
        }),
      ),
      sessionId: null,
      events: [],
      effects: [{ type: 'grant', value, secret: cNonce }],
    }
  },
})
