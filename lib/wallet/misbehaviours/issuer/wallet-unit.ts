import type { Facts } from '../../issuer/facts'
import { type JwtDraft, signJwt } from '../../jose/jws'
import type { WalletKey } from '../../jose/key'
import { isObject, type JsonObject } from '../../json'
import { need } from '../../run'
import type { Misbehaviour, PatchContext } from './misbehaviour'

const daySeconds = 86_400

type Change = (claims: JsonObject, context: PatchContext) => void

type Extra = Partial<Pick<Misbehaviour, 'alsoFails' | 'decidedBy' | 'expect' | 'needs'>>

const inFramework = { trust_framework: 'eu' }

/** A misbehaviour in the wallet attestation, at an issuer in the framework that demands nothing. */
const inUnit = (name: string, title: string, change: Change, extra: Extra = {}): Misbehaviour => ({
  id: `vci.wallet_attestation.${name}`,
  title,
  expect: 'accepted',
  ...extra,
  needs: { flow: 'authorization_code', sessionOptions: inFramework, ...extra.needs },
  authenticates: true,
  patchClientAttestation: { at: 'par', change: ({ claims }: JwtDraft, context) => change(claims, context) },
})

/** A misbehaviour in the key attestation, likewise. */
const inKeys = (name: string, title: string, change: Change, extra: Extra = {}): Misbehaviour => ({
  id: `vci.key_attestation.${name}`,
  title,
  expect: 'accepted',
  ...extra,
  needs: { issuer: 'eu-pid-device-bound', sessionOptions: inFramework, ...extra.needs },
  patchKeyAttestation: { at: 'credential', change: ({ claims }: JwtDraft, context) => change(claims, context) },
})

/** The kept status of an attestation, to be changed. */
const within = (claims: JsonObject, claim: string): JsonObject => {
  const kept = claims[claim]
  return isObject(kept) ? kept : {}
}

/** Ways to break the form of a kept status, and for how long it is kept: the same in both attestations. */
const ofStatus = (claim: string, make: typeof inUnit): Misbehaviour[] => [
  make(claim, `Leaves ${claim} out`, (claims) => delete claims[claim]),
  make(`${claim}~old_status`, `Has a status at the top in place of ${claim}`, (claims) => {
    claims.status = within(claims, claim).status
    delete claims[claim]
  }),
  make(`${claim}~no_exp`, `Leaves the end out of ${claim}`, (claims) => delete within(claims, claim).exp),
  make(`${claim}~milliseconds`, `Has the end of ${claim} in milliseconds`, (claims) => {
    within(claims, claim).exp = Number(within(claims, claim).exp) * 1000
  }),
  make(`${claim}~no_list`, `Names no status list in ${claim}`, (claims) => delete within(claims, claim).status),
  make(`${claim}_period`, `Has a ${claim} that ends tomorrow`, (claims, { now }) => {
    within(claims, claim).exp = now + daySeconds
  }),
  make(`${claim}_period~expired`, `Has a ${claim} that has ended`, (claims, { now }) => {
    within(claims, claim).exp = now - 3600
  }),
]

/** An issuer without nonces, at which a key attestation can be sent twice, and that gives refresh tokens. */
const withoutNonces: Misbehaviour['needs'] = {
  issuer: 'eu-pid-jwt-proof-only',
  sessionOptions: { ...inFramework, laboratory: { nonce: 'absent', key_attestations: 'required', refresh: {} } },
  profile: { reissue: true },
}

/** A laboratory whose reuse policy asks for two keys. */
const batchOfTwo = {
  batch: { size: 2 },
  reuse_policy: { options: [{ details: ['once_only'], batch_size: 2, reissue_trigger_unused: 1 }] },
}

/** Keys and key attestation of the first credential request of each run. */
const ofFirstRequest = new WeakMap<Facts, { keys: WalletKey[]; attestation?: unknown }>()

function sameKeys(facts: Facts): void {
  const first = ofFirstRequest.get(facts)
  if (first === undefined) ofFirstRequest.set(facts, { keys: facts.holderKeys })
  else facts.holderKeys = first.keys
}

/** Rules of TS3 for wallet attestations and key attestations. */
export const walletUnitMisbehaviours: Misbehaviour[] = [
  ...ofStatus('client_status', inUnit),
  inUnit('lifetime', 'Has a wallet attestation that lives a week', (claims, { now }) => {
    claims.exp = now + 7 * daySeconds
  }),
  inUnit('wia_claims', 'Has a wallet instance attestation without a subject', (claims) => delete claims.sub, {
    expect: { status: 400, error: 'invalid_client' },
    decidedBy: 'vci.wallet_attestation.sub',
    alsoFails: ['vci.wallet_attestation.sub', 'vci.wallet_attestation.pop_iss'],
  }),
  inUnit('wallet_identity', 'Does not say of which version the wallet is', (claims) => delete claims.wallet_version),
  inUnit('wallet_identity~number', 'Has a number as the version of the wallet', (claims) => {
    claims.wallet_version = 1
  }),
  inUnit(
    'wallet_identity~no_link',
    'Has no link to information about the wallet',
    (claims) => delete claims.wallet_link,
  ),
  inUnit('wallet_identity~older', 'Says which wallet it is as TS3 before 1.5 did', (claims) => {
    claims.eudi_wallet_info = { general_info: { wallet_provider_name: 'Test', wallet_solution_version: '1.0.0' } }
    delete claims.wallet_name
    delete claims.wallet_version
    delete claims.wallet_link
  }),
  inUnit(
    'certification',
    'Does not say how the wallet is certified',
    (claims) => delete claims.wallet_solution_certification_information,
  ),
  inUnit('certification~empty', 'Has an empty text about its certification', (claims) => {
    claims.wallet_solution_certification_information = ''
  }),
  {
    id: 'vci.wallet_attestation.pop_jwt',
    authenticates: true,
    title: 'Lets the DPoP proof be the proof of possession at a European issuer',
    expect: 'accepted',
    needs: {
      flow: 'authorization_code',
      sessionOptions: { ...inFramework, laboratory: { client_attestation: { drafts: ['08', '10'] } } },
    },
    patchClientAttestation: {
      at: 'par',
      change: ({ claims }, { facts }) => {
        claims.cnf = { jwk: { ...facts.dpopKey.publicJwk } }
      },
    },
    patchRequest: {
      at: 'par',
      change: ({ headers }) => {
        const place = headers.findIndex(([name]) => name === 'OAuth-Client-Attestation-PoP')
        if (place >= 0) headers.splice(place, 1)
      },
    },
  },
  {
    id: 'vci.wallet_attestation.dpop_key',
    authenticates: true,
    title: 'Signs its DPoP proofs with another key than the attested one',
    expect: 'accepted',
    needs: {
      flow: 'authorization_code',
      sessionOptions: { ...inFramework, laboratory: { wallet_unit: { dpop_key: 'attested' } } },
    },
    patchFacts: {
      at: 'par',
      change: (facts, { newKey }) => {
        facts.instanceKey = newKey()
      },
    },
  },
  {
    id: 'vci.wallet_attestation.status_not_shared',
    authenticates: true,
    title: 'Has one status entry in its attestations for all issuers',
    expect: 'accepted',
    needs: { flow: 'authorization_code', sessionOptions: inFramework, runs: 2 },
    patchClientAttestation: {
      at: 'par',
      change: ({ claims }) => {
        within(claims, 'client_status').status = {
          status_list: { idx: 4711, uri: 'https://example.org/test-wallet-provider/status/3' },
        }
      },
    },
  },
  ...ofStatus('key_storage_status', inKeys),
  inKeys('certification', 'Does not say how the key storage is certified', (claims) => delete claims.certification),
  inKeys('certification~object', 'Says how the key storage is certified in an object', (claims) => {
    claims.certification = { scheme: 'Common Criteria' }
  }),
  inKeys(
    'first_key_signs',
    'Signs with the last of two attested keys',
    (claims) => {
      if (Array.isArray(claims.attested_keys)) claims.attested_keys.reverse()
    },
    {
      alsoFails: ['vci.key_attestation.proof_key_first'],
      needs: { profile: { attestedKeys: 2 }, sessionOptions: { ...inFramework, laboratory: batchOfTwo } },
    },
  ),
  {
    id: 'vci.key_attestation.used_once',
    title: 'Sends the key attestation of its first request again when it asks for new credentials',
    expect: 'accepted',
    needs: withoutNonces,
    patchFacts: { at: 'credential', change: sameKeys },
    patchProof: {
      at: 'credential',
      change: ({ header }, { facts }) => {
        const first = ofFirstRequest.get(facts)
        if (first === undefined) return
        first.attestation ??= header.key_attestation
        header.key_attestation = first.attestation
      },
    },
  },
  {
    id: 'vci.key_attestation.used_once~key',
    title: 'Has the keys of its first request attested again when it asks for new credentials',
    expect: 'accepted',
    needs: withoutNonces,
    patchFacts: { at: 'credential', change: sameKeys },
  },
  inKeys('wscd_levels', 'Keeps the keys of a PID in a storage of moderate level', (claims) => {
    claims.key_storage = ['iso_18045_moderate']
    claims.user_authentication = ['iso_18045_moderate']
  }),
  {
    id: 'vci.key_attestation.not_sent_unbound',
    title: 'Sends a proof for a credential that is bound to no key',
    expect: 'accepted',
    needs: {
      issuer: 'eu-pid-jwt-proof-only',
      sessionOptions: {
        ...inFramework,
        laboratory: {
          nonce: 'absent',
          credentials: [{ id: 'unbound', format: 'dc+sd-jwt', binding: 'none', claims: { given_name: 'Ada' } }],
        },
      },
    },
    patchCredentialRequest: {
      at: 'credential',
      change: (request, { facts, newKey, now }) => {
        const key = newKey()
        const header = { typ: 'openid4vci-proof+jwt', alg: 'ES256', jwk: key.publicJwk }
        const claims = {
          ...(facts.clientId === null ? {} : { iss: facts.clientId }),
          aud: need(facts.offer, 'credential offer').credentialIssuer,
          iat: now,
        }
        request.proofs = { jwt: [signJwt({ header, claims, key })] }
      },
    },
  },
  inKeys('wscd_levels~user', 'Guards the keys of a PID moderately', (claims) => {
    claims.user_authentication = ['iso_18045_moderate']
  }),
]
