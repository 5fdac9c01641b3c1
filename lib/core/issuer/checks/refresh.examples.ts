import type { ExamplesById } from '../../engine/checks/examples'
import { event, evidence, start } from '../../engine/evidence/fixtures/sessions'
import type { IssuanceEvidence } from '../../engine/sessions/session-evidence'
import type { OneTimeValue } from '../../shared/ports/store-types'
import type { DpopProof } from '../read/oauth/dpop/dpop-reading'
import type { RefreshFacts, RefreshReading } from '../read/token/refresh'
import type { TokenReading } from '../read/token/token-reading'
import { anonymous, attestationKey, withAssertion, withAttestation } from './fixtures/client'
import { now } from './fixtures/exchange'
import { goodTokenReading } from './token.examples'

const value: OneTimeValue = {
  kind: 'refresh_token',
  digest: 'digest',
  issuerId: 'lab:one',
  sessionId: null,
  exchangeId: null,
  parent: 'family',
  expiresAt: now,
  consumedAt: null,
  revokedAt: null,
  data: {},
}
const facts: RefreshFacts = {
  family: 'family',
  clientId: 'wallet',
  method: 'none',
  instance: null,
  jkt: 'key-one',
  scope: 'pid other',
  details: false,
  challengeDigest: 'first',
}
const proof = (thumbprint: string | null): TokenReading['dpop'] => ({
  ...goodTokenReading.dpop,
  proof: { thumbprint } as DpopProof,
})

/** A correct refresh by a client that does not authenticate. */
const refresh = (
  change: Partial<RefreshReading> = {},
  { of = {}, ...rest }: Partial<TokenReading> & { of?: Partial<RefreshFacts> } = {},
): TokenReading => ({
  ...goodTokenReading,
  grant: 'refresh_token',
  code: { state: 'absent' },
  client: anonymous,
  dpop: proof('key-one'),
  ...rest,
  refresh: {
    token: { state: 'alive', value },
    facts: { ...facts, ...of },
    scope: null,
    challengeDigest: 'second',
    ...change,
  },
})
const invalid = (['used', 'revoked', 'expired', 'other_issuer'] as const).map((state) =>
  refresh({ token: { state, value }, facts: null }),
)
const nothing = [goodTokenReading, ...invalid]
const attested = { method: 'attest_jwt_client_auth', instance: 'instance-key' }

export const refreshExamples: ExamplesById<TokenReading> = {
  'vci.refresh.token_known': {
    pass: [
      refresh(),
      refresh({}, { of: { clientId: null } }),
      refresh({}, { client: withAttestation(), of: attested }),
      refresh({}, { client: withAssertion(), of: { method: 'private_key_jwt' } }),
    ],
    violated: [
      refresh({ token: { state: 'absent' }, facts: null }),
      refresh({ token: { state: 'unknown' }, facts: null }),
      ...invalid,
      refresh({ token: { state: 'used', value, replacementLost: true }, facts: null }),
      refresh({}, { of: { clientId: 'another' } }),
      refresh({}, { of: { method: 'private_key_jwt' } }),
    ],
    notApplicable: [goodTokenReading],
  },
  'vci.refresh.same_instance': {
    pass: [refresh({}, { client: withAttestation(), of: attested })],
    violated: [
      refresh({}, { of: attested }),
      refresh({}, { client: attestationKey({ thumbprint: 'another' }), of: attested }),
    ],
    notApplicable: [refresh(), ...nothing],
  },
  'vci.refresh.same_key': {
    pass: [refresh()],
    violated: [refresh({}, { dpop: proof('another') })],
    notApplicable: [refresh({}, { of: attested }), refresh({}, { dpop: proof(null) }), ...nothing],
  },
  'vci.refresh.scope': {
    pass: [refresh({ scope: 'pid' }), refresh({ scope: 'other pid' })],
    violated: [refresh({ scope: 'pid more' })],
    notApplicable: [refresh(), ...nothing],
  },
  'vci.refresh.challenge': {
    pass: [refresh()],
    violated: [refresh({ challengeDigest: 'first' })],
    notApplicable: [refresh({ challengeDigest: null }), refresh({}, { of: { challengeDigest: null } }), ...nothing],
  },
}

const issued = (second: number, validSeconds: number) =>
  event(second, 'credential_issued', { valid_until: start / 1000 + validSeconds })
const came = (...events: ReturnType<typeof event>[]): IssuanceEvidence => evidence([], { events })

export const refreshSessionExamples: ExamplesById<IssuanceEvidence> = {
  'vci.refresh.in_time': {
    pass: [came(issued(1, 100), event(90, 'token_refreshed'))],
    violated: [came(issued(1, 100), event(100, 'token_refreshed'))],
    notApplicable: [
      came(),
      came(issued(1, 100)),
      came(event(1, 'token_refreshed')),
      came(event(1, 'credential_issued')),
    ],
  },
}
