import { bind } from '../../engine/checks/evaluate'
import { answeredRequest } from '../../engine/endpoints/misdirected-reading'
import { headerValues } from '../../ground/http/exchange'
import { jsonReply } from '../../ground/http/reply'
import { nonceAddressChecks } from '../checks/metadata'
import { nonceEndpointChecks } from '../checks/nonce'
import type { NonceReading } from '../read/nonce-reading'
import { alteredNonce } from './altered-nonce'
import { issueCNonce } from './issue-c-nonce'
import { judgedByIssuer } from './issuer-endpoint'
import { dpopNonceHeaders } from './oauth/dpop/dpop-headers'

const checks = [
  ...bind(nonceAddressChecks, (_reading: NonceReading) => answeredRequest('requestNonce', 'POST')),
  ...bind(nonceEndpointChecks, (reading: NonceReading) => reading),
]

/** `POST /issuers/{id}/nonce`: a fresh `c_nonce` for any caller; never refuses. OID4VCI-1FINAL-7 */
export const nonceEndpoint = judgedByIssuer<NonceReading>({
  read: ({ exchange }) =>
    Promise.resolve({
      bodyBytes: exchange.bodyBytes,
      authorizationSent: headerValues(exchange, 'authorization').length > 0,
    }),
  checks: () => checks,
  decide: async (_reading, _findings, context) => {
    const { exchange, issuer, ports, settings } = context
    const sessionId = issuer.session?.sessionId ?? null
    const { cNonce, value } = issueCNonce(context, { source: 'nonce_endpoint', sessionId })
    const reply = jsonReply(
      200,
      { c_nonce: cNonce },
      dpopNonceHeaders({
        policy: issuer.session?.options.dpop_nonce ?? settings.dpopNonce,
        issuer: issuer.id,
        role: 'rs',
        now: exchange.at,
        keyedHash: ports.keyedHash,
      }),
    )
    return {
      reply,
      ...(await alteredNonce(reply, context)),
      sessionId,
      events: [],
      effects: [{ type: 'grant', value, secret: cNonce }],
    }
  },
})
