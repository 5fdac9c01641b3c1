import { headerValue, headerValues, removeHeader, setHeader } from '../../http/wire'
import { accessTokenHash } from '../../issuer/dpop'
import { type JwtDraft, readJws } from '../../jose/jws'
import { generateKey, privateMember, type WalletKey } from '../../jose/key'
import type { StepName } from '../../run-log'
import type { Misbehaviour, Patch, PatchContext } from './misbehaviour'

const refused = { status: 401, error: 'invalid_dpop_proof' }

type Change = (draft: JwtDraft, context: PatchContext) => void
type Extra = Pick<Misbehaviour, 'alsoFails'>

/** The same misbehaviour in the proof at the token endpoint and, as a variant, at the credential endpoint. */
function atBoth(id: string, title: string, change: Change, extra: Extra = {}): Misbehaviour[] {
  const at = (step: StepName): Patch<JwtDraft> => ({ at: step, change })
  return [
    { id, title, expect: refused, ...extra, patchDpop: at('token') },
    {
      id: variant(id, 'credential'),
      title: `${title}, at the credential endpoint`,
      expect: refused,
      ...extra,
      patchDpop: at('credential'),
    },
  ]
}

const variant = (id: string, name: string): string => `${id}${id.includes('~') ? '_' : '~'}${name}`

/** A tolerated misbehaviour in the proof at one endpoint. */
const oddity = (id: string, title: string, at: StepName, change: Change, extra: Extra = {}): Misbehaviour => ({
  id,
  title,
  expect: 'accepted',
  ...extra,
  patchDpop: { at, change },
})

const useKey = (draft: JwtDraft, key: WalletKey): void => {
  draft.key = key
  draft.header.jwk = key.publicJwk
}

/** The `jti` of the last proof at the token endpoint. */
const tokenJti = ({ log }: PatchContext): unknown => {
  const sent = log.findLast(({ step }) => step === 'token')
  return readJws(headerValue(sent?.headers ?? [], 'DPoP') ?? '')?.claims.jti
}

let rememberedKey: WalletKey | null = null

/** Rules for DPoP proofs. RFC9449-4.2 */
export const dpopMisbehaviours: Misbehaviour[] = [
  {
    id: 'vci.dpop.header_present',
    title: 'Sends no DPoP proof with the token request',
    expect: { status: 400, error: 'invalid_dpop_proof' },
    patchRequest: { at: 'token', change: ({ headers }) => removeHeader(headers, 'DPoP') },
  },
  {
    id: 'vci.dpop.header_present~credential',
    title: 'Sends no DPoP proof with the credential request',
    expect: refused,
    patchRequest: { at: 'credential', change: ({ headers }) => removeHeader(headers, 'DPoP') },
  },
  ...(['token', 'credential'] as const).map(
    (step): Misbehaviour => ({
      id: step === 'token' ? 'vci.dpop.single_header' : 'vci.dpop.single_header~credential',
      title: `Sends two DPoP headers with the ${step} request`,
      expect: refused,
      patchRequest: {
        at: step,
        change: ({ headers }) => headers.push(['DPoP', headerValues(headers, 'DPoP')[0] ?? '']),
      },
    }),
  ),
  ...atBoth('vci.dpop.wellformed', 'Sends something else than a JWT as DPoP proof', (draft) => {
    draft.finish = () => 'not-a-proof'
  }),
  ...atBoth('vci.dpop.claims_complete', 'Leaves jti out of the DPoP proof', ({ claims }) => delete claims.jti),
  ...atBoth('vci.dpop.claims_complete~htu', 'Leaves htu out of the DPoP proof', ({ claims }) => delete claims.htu),
  ...atBoth('vci.dpop.claims_complete~iat', 'Leaves iat out of the DPoP proof', ({ claims }) => delete claims.iat),
  ...atBoth('vci.dpop.typ', 'Types the DPoP proof as plain JWT', ({ header }) => {
    header.typ = 'JWT'
  }),
  ...atBoth('vci.dpop.alg', 'Does not sign the DPoP proof', ({ header }) => {
    header.alg = 'none'
  }),
  ...atBoth('vci.dpop.alg~mac', 'Secures the DPoP proof with a MAC', ({ header }) => {
    header.alg = 'HS256'
  }),
  ...atBoth('vci.dpop.jwk_present', 'Names the DPoP key by kid instead of jwk', ({ header, key }) => {
    delete header.jwk
    header.kid = key.thumbprint
  }),
  ...atBoth('vci.dpop.jwk_public', 'Shows the private DPoP key', ({ header, key }) => {
    header.jwk = { ...key.publicJwk, d: privateMember(key) }
  }),
  ...atBoth('vci.dpop.signature', 'Signs the DPoP proof with another key than it shows', (draft) => {
    draft.key = generateKey()
  }),
  ...atBoth('vci.dpop.htm', 'Names another method in the DPoP proof', ({ claims }) => {
    claims.htm = 'GET'
  }),
  ...atBoth('vci.dpop.htu', 'Names another address in the DPoP proof', ({ claims }) => {
    claims.htu = 'https://example.com/token'
  }),
  oddity('vci.dpop.htu_exact', 'Adds a query to the address in the DPoP proof', 'token', ({ claims }) => {
    claims.htu = `${String(claims.htu)}?a=b`
  }),
  ...atBoth('vci.dpop.iat_window', 'Dates the DPoP proof ten minutes back', ({ claims }, { now }) => {
    claims.iat = now - 600
  }),
  ...atBoth('vci.dpop.iat_window~future', 'Dates the DPoP proof ten minutes ahead', ({ claims }, { now }) => {
    claims.iat = now + 600
  }),
  ...atBoth('vci.dpop.iat_window~milliseconds', 'Dates the DPoP proof in milliseconds', ({ claims }, { now }) => {
    claims.iat = now * 1000
  }),
  ...atBoth('vci.dpop.exp_nbf', 'Sends a DPoP proof that is expired', ({ claims }, { now }) => {
    claims.exp = now - 600
  }),
  {
    id: 'vci.dpop.jti_unique',
    title: 'Uses the jti of an earlier DPoP proof again',
    expect: refused,
    patchDpop: {
      at: 'credential',
      change: ({ claims }, context) => {
        claims.jti = tokenJti(context)
      },
    },
  },
  oddity('vci.dpop.jti_entropy', 'Gives the DPoP proof a short jti', 'token', ({ claims }, { attempt }) => {
    claims.jti = `j${attempt}`
  }),
  {
    id: 'vci.dpop.ath_present',
    title: 'Leaves the hash of the access token out of the DPoP proof',
    expect: refused,
    patchDpop: { at: 'credential', change: ({ claims }) => delete claims.ath },
  },
  {
    id: 'vci.dpop.ath_matches',
    title: 'Puts the hash of another access token into the DPoP proof',
    expect: refused,
    patchDpop: {
      at: 'credential',
      change: ({ claims }) => {
        claims.ath = accessTokenHash('another token')
      },
    },
  },
  oddity(
    'vci.dpop.ath_absent_at_as',
    'Puts a token hash into the DPoP proof of the token request',
    'token',
    ({ claims }) => {
      claims.ath = accessTokenHash('no token yet')
    },
  ),
  {
    id: 'vci.dpop.key_bound_to_token',
    title: 'Shows the access token with a proof of another key',
    expect: { status: 401, error: 'invalid_token' },
    patchDpop: { at: 'credential', change: (draft) => useKey(draft, generateKey()) },
  },
  {
    id: 'vci.dpop.same_key_across',
    title: 'Changes its DPoP key when the token request is repeated with a nonce',
    expect: { status: 400, error: 'use_dpop_nonce' },
    decidedBy: 'vci.dpop.nonce_current',
    ends: 'credential_stored',
    needs: { sessionOptions: { dpop_nonce: 'required' } },
    patchDpop: {
      at: 'token',
      change: (draft, { attempt }) => {
        useKey(draft, attempt === 1 ? generateKey() : draft.key)
      },
    },
  },
  {
    id: 'vci.dpop.key_fresh',
    title: 'Uses the same DPoP key in every flow',
    expect: 'accepted',
    needs: { runs: 2 },
    patchFacts: {
      at: 'token',
      change: (facts) => {
        rememberedKey ??= facts.dpopKey
        facts.dpopKey = rememberedKey
      },
    },
  },
  {
    id: 'vci.dpop.key_not_holder_key',
    title: 'Binds the credential to its DPoP key',
    expect: 'accepted',
    patchFacts: {
      at: 'credential',
      change: (facts) => {
        facts.holderKeys = [facts.dpopKey]
      },
    },
  },
  {
    id: 'vci.dpop.nonce_adopted',
    title: 'Asks for a second credential without the DPoP nonce that came with the first',
    expect: 'accepted',
    needs: { issuer: 'eu-pid-jwt-proof-only' },
    repeat: { step: 'credential', after: 'accepted', freshNonce: true },
    patchFacts: {
      at: 'credential',
      change: (facts, { attempt, newKey }) => {
        if (attempt > 1) facts.holderKeys.unshift(newKey())
      },
    },
    patchDpop: {
      at: 'credential',
      change: ({ claims }, { attempt }) => {
        if (attempt > 1) delete claims.nonce
      },
    },
  },
  {
    id: 'vci.dpop.nonce_retry',
    title: 'Repeats the request with the DPoP nonce that the issuer asked for, and with the same jti',
    expect: { status: 400, error: 'use_dpop_nonce' },
    decidedBy: 'vci.dpop.nonce_current',
    ends: 'credential_stored',
    needs: { sessionOptions: { dpop_nonce: 'required' } },
    patchDpop: {
      at: 'token',
      change: ({ claims }) => {
        claims.jti = 'n7Zt0b9WwqHk3xVdS2mYcQ'
      },
    },
  },
  {
    id: 'vci.dpop.nonce_adopted~challenged',
    title: 'Repeats the request without the DPoP nonce that the issuer asked for',
    expect: { status: 400, error: 'use_dpop_nonce' },
    needs: { sessionOptions: { dpop_nonce: 'required' } },
    patchDpop: { at: 'token', change: ({ claims }) => delete claims.nonce },
  },
  {
    id: 'vci.dpop.nonce_role',
    title: 'Uses the DPoP nonce of the authorization server at the credential endpoint',
    expect: { status: 401, error: 'use_dpop_nonce' },
    alsoFails: ['vci.dpop.nonce_retry'],
    patchDpop: {
      at: 'credential',
      change: ({ claims }, { facts }) => {
        claims.nonce = facts.dpopNonces.as
      },
    },
  },
  {
    id: 'vci.dpop.no_unsolicited_nonce',
    title: 'Invents a DPoP nonce before one was given',
    expect: { status: 400, error: 'use_dpop_nonce' },
    alsoFails: ['vci.dpop.nonce_adopted'],
    decidedBy: 'vci.dpop.nonce_adopted',
    ends: 'credential_stored',
    patchDpop: {
      at: 'token',
      change: ({ claims }, { attempt }) => {
        if (attempt === 1) claims.nonce = 'an-invented-nonce'
      },
    },
  },
  {
    id: 'vci.dpop.scheme',
    title: 'Presents the DPoP-bound token as bearer token',
    expect: { status: 401, error: 'invalid_token' },
    patchRequest: {
      at: 'credential',
      change: ({ headers }, { facts }) => setHeader(headers, 'Authorization', `Bearer ${facts.accessToken}`),
    },
  },
]
