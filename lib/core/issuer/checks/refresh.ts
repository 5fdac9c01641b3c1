import { area, of } from '../../engine/checks/area'
import { decidedBy, notApplicable, notObserved, type Outcome, pass, violated } from '../../engine/checks/check'
import { clockTime } from '../../engine/evidence/clock-time'
import { shown } from '../../engine/judgements/shown'
import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import { type EpochMillis, epochMillis } from '../../shared/time/time'
import { bare, quote, say } from '../../shared/values/wording'
import { responseLost } from '../judgements/proofs'
import { encodedReason, misnamedParameter, misplacedParameter, wrappedReason } from '../judgements/token-parameters'
import type { RefreshFacts, RefreshReading } from '../read/token/refresh'
import type { TokenReading } from '../read/token/token-reading'

/** Lets a check compare a refresh with the bindings of its token. */
const onRefresh =
  (judge: (facts: RefreshFacts, refresh: RefreshReading, reading: TokenReading) => Outcome) =>
  (reading: TokenReading): Outcome => {
    const { refresh } = reading
    if (refresh === null) return notApplicable(say`The request uses another grant.`)
    // An invalid token may belong to someone else: reveal nothing about it.
    return refresh.facts === null
      ? notApplicable(say`There is no valid refresh token to compare with.`)
      : judge(refresh.facts, refresh, reading)
  }

const states = {
  unknown: say`a token that this issuer never gave`,
  other_issuer: say`a token of another issuer of this service`,
  used: say`a token that a newer one has replaced`,
  revoked: say`a revoked token`,
  expired: say`an expired token`,
} as const

export const refreshSession = area(
  'vci.refresh',
  { subject: of<IssuanceEvidence>() },
  {
    in_time: {
      title: 'Wallet comes back for new credentials before the old ones end',
      problem: 'The wallet came back for new credentials only after the old ones had ended',
      clauses: ['ARF-ISSU_50', 'ARF-ISSU_54'],
      level: 'should',
      impossibleIn: ['no_refresh', 'no_reuse_policy'],
      why: 'In between, the user had no credential that is valid.',
      hint: 'Refresh once no more than reissue_trigger_lifetime_left is left of the validity, and before it is over.',
      run: ({ events }) => {
        let until: EpochMillis | null = null
        let latest: IssuanceEvidence['events'][number] | null = null
        for (const event of events) {
          const { type, detail, exchangeId } = event
          if (type === 'credential_issued' && typeof detail.valid_until === 'number')
            until = epochMillis(detail.valid_until * 1000)
          if (type !== 'token_refreshed' || until === null || exchangeId === null) continue
          if (event.at >= until)
            return decidedBy(
              { id: exchangeId },
              violated({ expected: say`before ${clockTime(until)}`, actual: say`later` }),
            )
          latest = event
        }
        return latest === null ? notObserved(say`The wallet did not come back for new credentials.`) : pass()
      },
    },
  },
)

/** Judged in place of a code: the refresh token, its bindings and the requested scope. */
export const refreshChecks = Object.values(
  area(
    'vci.refresh',
    { subject: of<TokenReading>(), rejects: 'invalid_grant', impossibleIn: ['no_refresh'] },
    {
      token_known: {
        title: 'Refresh token is the newest that this client got',
        reasons: {
          unknown: {
            says: 'This issuer gave no such refresh token',
            fix: 'Send the refresh_token of the last token response of this issuer, character by character.',
          },
          absent: {
            says: 'The token request has no refresh_token',
            fix: 'Add refresh_token, with the value of the last token response that has one.',
            error: 'invalid_request',
          },
          other_value: {
            says: 'The refresh_token is {seen}',
            fix: 'Send as refresh_token the member refresh_token of the last token response.',
          },
          wrapped_value: wrappedReason('refresh_token'),
          encoded_value: encodedReason('refresh_token'),
          other_name: {
            says: 'The parameter {seen} stands in place of refresh_token',
            fix: 'Send the refresh token of the last token response as refresh_token, in this spelling.',
            error: 'invalid_request',
          },
          other_issuer: {
            says: 'The refresh token is of another issuer of this service',
            fix: 'Send the refresh_token to the token endpoint of the issuer that gave it.',
          },
          used: {
            says: 'A newer refresh token has replaced this one',
            fix: 'Keep the refresh_token of the last token response that has one, and forget the earlier ones.',
          },
          revoked: {
            says: 'The refresh token was revoked, as a replaced one came again or its code was sent twice',
            fix: 'Start a new issuance: no refresh token of this one works any more.',
          },
          expired: {
            says: 'The refresh token has expired',
            fix: 'Start a new issuance, and refresh sooner: a refresh gives a new refresh_token.',
          },
          response_lost: {
            says: responseLost,
            fix: 'Start a new issuance: the refresh_token in that response is lost.',
          },
          unauthenticated: {
            says: 'The refresh token belongs to a client that authenticates, and nothing authenticates it here',
            fix: 'Send client_assertion and client_assertion_type with every refresh, as in the first token request.',
            error: 'invalid_client',
          },
          other_client: {
            says: 'The refresh token was given to another client_id than {seen}',
            fix: 'Send the client_id of the first token request with every refresh.',
          },
        },
        clauses: ['RFC6749-6', 'RFC9700-4.14.2', 'RFC6749-5.2'],
        level: 'must',
        refusal:
          'Send the refresh token of the last token response of this issuer; this one is not valid for this client.',
        why: 'A token that was replaced and comes again is in two hands, so the issuer revokes all that came from it.',
        run: ({ refresh, client, form }) => {
          if (refresh === null) return notApplicable(say`The request uses another grant.`)
          const { token, facts } = refresh
          if (token.state === 'absent') {
            const asks = [misnamedParameter(form, 'refresh_token', 'refresh_token')]
            return violated('absent', { expected: say`refresh_token`, actual: bare.absent, asks })
          }
          const expected = say`the newest refresh token of this issuer`
          if (token.state !== 'alive') {
            const mismatch = { expected, actual: states[token.state] }
            if (token.state === 'unknown') {
              const asks = [misplacedParameter(form, 'refresh_token', 'refresh_token')]
              return violated('unknown', { ...mismatch, asks })
            }
            return 'replacementLost' in token
              ? violated('response_lost', { ...mismatch, echo: true })
              : violated(token.state, mismatch)
          }
          if (facts === null) return pass()
          const { claimedClientId, methods } = client
          // Attested clients have their own check: vci.refresh.same_instance.
          if (facts.method === 'private_key_jwt' && !methods.includes('private_key_jwt'))
            return violated('unauthenticated', { expected: quote(facts.method), actual: bare.none })
          return claimedClientId === null || facts.clientId === null || claimedClientId === facts.clientId
            ? pass()
            : violated('other_client', { expected: shown(facts.clientId), actual: shown(claimedClientId) })
        },
      },
      same_instance: {
        title: 'The wallet instance that got the refresh token uses it',
        problem: 'The refresh token was given to another wallet instance',
        clauses: ['ABCA-10.3', 'RFC6749-6'],
        level: 'must',
        refusal: 'Refresh with a wallet attestation for the key that the attestation of the first token request had.',
        why: 'A refresh token of an attested wallet is bound to its instance, not only to the client.',
        hint: 'Keep the instance key as long as the refresh token, and authenticate each refresh with an attestation for it.',
        run: onRefresh(({ instance }, _refresh, { client }) => {
          if (instance === null) return notApplicable(say`The token was given to a client without an attestation.`)
          const key = client.attestation?.attestation?.cnf.thumbprint ?? null
          if (key === null) return violated({ expected: say`a wallet attestation`, actual: bare.none })
          return key === instance
            ? pass(quote(key))
            : violated({ expected: { thumbprint: quote(instance) }, actual: { thumbprint: quote(key) } })
        }),
      },
      same_key: {
        title: 'A client that does not authenticate refreshes with the same DPoP key',
        problem: 'The refresh token is bound to a different DPoP key from the one that signed the proof',
        clauses: ['RFC9449-5', 'RFC9700-4.14.2'],
        level: 'must',
        needs: ['vci.dpop.signature'],
        judges: { token: 'dpop', member: 'thumbprint' },
        why: 'Nothing else protects the refresh token of a client that does not authenticate.',
        hint: 'Keep the DPoP key as long as the refresh token.',
        run: onRefresh(({ method, jkt }, _refresh, { dpop }) => {
          if (method !== 'none')
            return notApplicable(say`The client authenticated, so its refresh token is bound to it.`)
          const thumbprint = dpop.proof?.thumbprint ?? null
          if (thumbprint === null) return notApplicable(say`There is no proof with a key.`)
          return thumbprint === jkt
            ? pass(quote(thumbprint))
            : violated({ expected: { thumbprint: quote(jkt) }, actual: { thumbprint: quote(thumbprint) } })
        }),
      },
      scope: {
        title: 'A refresh asks for no scope that was not granted',
        problem: 'The refresh asks for a scope that was not granted',
        clauses: ['RFC6749-6'],
        level: 'must',
        rejects: 'invalid_scope',
        refusal: 'Leave scope out, or ask for no more than was granted first.',
        why: 'A refresh happens without the user, who has agreed to what was granted and to nothing else.',
        hint: 'Leave scope out of a refresh: the new token then has the scope of the first one.',
        run: onRefresh(({ scope: granted }, { scope }) => {
          if (scope === null) return notApplicable(say`The request names no scope.`)
          const more = scope.split(' ').filter((one) => one !== '' && !granted.split(' ').includes(one))
          return more.length === 0 ? pass() : violated({ expected: shown(granted), actual: shown(scope) })
        }),
      },
      challenge: {
        title: 'The proof of possession of a refresh answers a fresh challenge',
        problem: 'The proof of possession of the refresh answers the challenge of an earlier token request',
        clauses: ['ABCA-9', 'ABCA-8', 'ABCA08-8', 'ABCA10-7.2', 'ABCA10-7.3'],
        level: 'must',
        rejects: 'use_attestation_challenge',
        refusal: 'Get a new challenge from challenge_endpoint and make a new proof of possession with it.',
        concerns: ['client'],
        why: 'A challenge that is answered twice lets an old proof be replayed.',
        hint: 'Ask challenge_endpoint for a new challenge before every token request, a refresh too.',
        run: onRefresh((facts, { challengeDigest }) => {
          if (challengeDigest === null || facts.challengeDigest === null)
            return notApplicable(say`The request answers no challenge that could be an old one.`)
          return challengeDigest === facts.challengeDigest
            ? violated({ expected: say`a new challenge`, actual: bare.usedBefore })
            : pass()
        }),
      },
    },
  ),
)
