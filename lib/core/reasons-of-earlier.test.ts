import { expect, it } from 'vitest'
import type { Problem } from './engine/checks/check'
import { reasonId } from './engine/checks/check'
import { checkRegistry } from './issuer-and-verifier'

/** The check of the issuer's `nonce_old`. */
const goesOn = checkRegistry.find(({ reasons }) => Object.hasOwn(reasons, 'nonce_old'))?.id

/**
 * What says something about an earlier request, or that something never was, is true only under a condition that the
 * request alone does not show. Each such reason stands here with the condition that `run` computes from what is stored;
 * the examples of its check have the stored state with and without it.
 */
const conditions: Readonly<Record<string, string>> = {
  'vci.authorize.request_uri_known#unknown': 'no row of that request_uri',
  'vci.authorize.request_uri_once#completed': 'its row is consumed',
  'vci.authorize.request_uri_once#opened_again': 'its page was opened, and the row is not consumed',
  'vci.batch.nonce_each#spent': 'the row of the nonce is consumed',
  'vci.deferred.interval#broken': 'the last poll is nearer than the interval it was told',
  'vci.deferred.transaction_known#used': 'the row of the transaction_id is consumed',
  'vci.dpop.jti_unique#used_before': 'the replay memory has the jti with this key',
  'vci.dpop.key_fresh#broken': 'the key was first seen in another session',
  'vci.dpop.nonce_adopted#missing': 'an earlier response to this client carried a DPoP-Nonce',
  'vci.encryption.response_jwk_fresh#broken': 'the thumbprint was seen before',
  [`${goesOn}#nonce_old`]: 'the session has that deviation, and the nonce is consumed',
  [`${goesOn}#nonce_old_otherwise`]: 'the session has that deviation, and a request repeated its nonce',
  'vci.key_attestation.nonce#spent': 'the row of the nonce is consumed',
  'vci.key_attestation.used_once#attestation': 'a granted request of the history carried the same key attestation',
  'vci.nonce.not_reused#used_before': 'the row of the nonce is consumed',
  'vci.notification.wellformed#unknown_id': 'no row of the id with this access token',
  'vci.par.state_quality#reused': 'the digest of the state was seen in another session',
  'vci.pkce.challenge_fresh#broken': 'the digest of the challenge was seen before',
  'vci.private_key_jwt.jti#sent_with_refused': 'the replay memory has the jti, of a refused request',
  'vci.private_key_jwt.jti#used_before': 'the replay memory has the jti, of an answered request',
  'vci.proof.jwt.key_fresh#broken': 'the key was first seen in another session',
  'vci.refresh.challenge#broken': 'the challenge answered an earlier token request',
  'vci.refresh.token_known#unknown': 'no row of that refresh token',
  'vci.status.paced#broken': 'the last read of the list is nearer than its ttl',
  'vci.token.code_once#used_before': 'the row of the code is consumed',
  'vci.token.preauth_code_once#two_wallets': 'the row is consumed, by another client',
  'vci.token.preauth_code_once#used_before': 'the row of the code is consumed',
  'vci.wallet_attestation.challenge#used': 'the row of the challenge is consumed',
  'vci.wallet_attestation.challenge#used_in_dpop': 'the row of the challenge is consumed',
  'vci.wallet_attestation.challenge_repeated#broken': 'the challenge came with an earlier request',
  'vci.wallet_attestation.pop_jti#sent_with_refused': 'the replay memory has the jti, of a refused request',
  'vci.wallet_attestation.pop_jti#used_before': 'the replay memory has the jti, of an answered request',
  'vp.jwe.epk_fresh#broken': 'the ephemeral key was seen before',
  'vp.kb.nonce#nonce_of_another_session': 'the nonce is that of a request of another session',
  'vp.mdoc.device_mac#another_session': 'a transcript of another session verifies',
  'vp.mdoc.device_signature#another_session': 'a transcript of another session verifies',
  'vp.mdoc.reused_instance#broken': 'the document was presented in another session',
  'vp.mdoc.transcript_variant#another_session': 'a transcript of another session verifies',
  'vp.reqpost.wallet_nonce_fresh#broken': 'the digest of the wallet_nonce was seen before',
  'vp.response.single_use#broken': 'the session has an answered response',
  'vp.sdjwt.reused_instance#broken': 'the credential was presented in another session',
}

const textOf = (says: Problem): string => (typeof says === 'string' ? says : `${says.subject} must ${says.must}`)

/** Words about what was before this request, and not about the order of things or of drafts. */
const ofEarlier =
  /\byou\b|\bheld no\b|\bgave no\b|\balready (?:used|has)\b|\b(?:used|redeemed|issued|came|answered) before\b|\bspent already\b|\bearlier (?:request|response|session|one|token request|than it was told)\b|\banother session\b|\bopened again\b|\bread the status list again\b|\bAn earlier request\b/i

it('each reason about something earlier names its condition', () => {
  const found = checkRegistry
    .filter(({ id }) => id !== 'vp.negative.rejected')
    .flatMap(({ id, reasons }) =>
      Object.entries(reasons).flatMap(([key, { says }]) => (ofEarlier.test(textOf(says)) ? [reasonId(id, key)] : [])),
    )
  expect(found.sort()).toEqual(Object.keys(conditions).sort())
})
