import { jsonReply } from '../../../../ground/http/reply'
import { addSeconds } from '../../../../ground/time/time'
import {
  asksForChallenge,
  challengeSeconds,
  newAttestationChallenge,
} from '../../../read/oauth/client-authentication/attestation-challenge'
import { judgedByIssuer } from '../../issuer-endpoint'

/**
 * `POST /issuers/{id}/challenge`: a challenge for the proof of possession of a wallet attestation, for any caller. 404
 * if challenges are switched off. ABCA-8
 */
export const challengeEndpoint = judgedByIssuer<null>({
  read: () => Promise.resolve(null),
  checks: () => [],
  decide: (_reading, _findings, { exchange, issuer, ports, settings }) => {
    const nothing = { sessionId: issuer.session?.sessionId ?? null, events: [], effects: [] }
    if (!asksForChallenge({ issuer, settings })) {
      const description = 'This installation issues no challenges.'
      return { ...nothing, reply: jsonReply(404, { error: 'not_found', error_description: description }) }
    }
    const challenge = newAttestationChallenge({
      issuer: issuer.id,
      now: exchange.at,
      keyedHash: ports.keyedHash,
      random: ports.random,
    })
    return {
      ...nothing,
      reply: jsonReply(200, { attestation_challenge: challenge }),
      handedOut: [{ secret: challenge, expiresAt: addSeconds(exchange.at, challengeSeconds) }],
    }
  },
})
