import { readJws } from '../../jose/jws'
import { isObject, stringMember } from '../../json'
import { need } from '../../run'
import { asking, inQuery, misbehaviour, pid } from './builders'
import type { PresentationMisbehaviour, PresentationNeeds } from './misbehaviour'

/**
 * Who decides a negative test of trust. `must`: every wallet has to refuse. `may_warn`: the wallet provider decides,
 * and the session says that it chose to refuse. `advice`: no specification requires a refusal.
 */
type Kind = 'must' | 'may_warn' | 'advice'

/** Each negative test of trust, and what else a careless wallet's response lacks. */
const careless: readonly (readonly [negativeTest: string, although: string, kind: Kind, alsoFails?: string[]])[] = [
  ['registration_missing', 'the verifier sends no registration certificate', 'may_warn'],
  ['registration_twice', 'the verifier sends two registration certificates', 'may_warn'],
  ['registration_not_jwt', 'the registration certificate is an object', 'may_warn'],
  ['registration_bad_signature', 'the signature of the registration is wrong', 'may_warn'],
  ['registration_alg_none', 'the registration certificate is not signed', 'may_warn'],
  ['registration_wrong_typ', 'the typ of the registration certificate is JWT', 'may_warn'],
  ['registration_no_x5c', 'the registration certificate names no registrar', 'may_warn'],
  ['registration_untrusted_registrar', 'the registrar is a stranger', 'may_warn'],
  ['registration_by_access_ca', 'the registration is by the authority of access certificates', 'may_warn'],
  ['registration_expired', 'the registration certificate has expired', 'may_warn'],
  ['registration_not_yet_valid', 'the registration certificate is not valid yet', 'advice'],
  ['registration_other_subject', 'the registration certificate belongs to somebody else', 'may_warn'],
  ['registration_other_name', 'the registration certificate has another name', 'advice'],
  ['registration_other_intermediary', 'the registration names another intermediary', 'may_warn'],
  [
    'registration_over_asking',
    'the verifier asks for a claim that it did not register',
    'may_warn',
    ['vp.trust.over_asking'],
  ],
  ['registration_other_type', 'the verifier registered another type', 'may_warn', ['vp.trust.over_asking']],
  ['registration_no_scope', 'the verifier registered nothing to ask for', 'may_warn', ['vp.trust.over_asking']],
  ['registration_wrong_entitlement', 'the verifier is registered as a PID provider', 'may_warn'],
  ['registration_revoked', 'the registration certificate is revoked', 'may_warn'],
  ['registration_no_status', 'the registration certificate has no status', 'may_warn'],
  ['registration_status_unreachable', 'the status of the registration cannot be fetched', 'may_warn'],
  ['registration_status_untrusted', 'a stranger signed the status of the registration', 'may_warn'],
  ['access_ca_unlisted', 'the access certificate is by a stranger', 'must'],
  ['access_chain_broken', 'the access certificate is signed by another authority', 'must'],
  ['access_expired', 'the access certificate has expired', 'must'],
  ['access_revoked', 'the access certificate is revoked', 'may_warn'],
  ['access_no_policy', 'the access certificate has no policy', 'advice'],
  ['list_expired', 'the lists should have been replaced', 'may_warn'],
  ['list_bad_signature', 'the signatures of the lists are wrong', 'may_warn'],
  ['list_foreign_operator', 'a stranger signed the lists', 'may_warn'],
  ['list_access_ca_absent', 'the authority of access certificates is on no list', 'may_warn'],
  ['list_registrar_absent', 'the registrar is on no list', 'may_warn'],
  ['list_unreachable', 'the lists cannot be fetched', 'may_warn'],
  ['list_rolled_back', 'a list is older than the one before', 'advice'],
]

const refused = { status: 400, error: 'request_should_have_been_rejected' } as const

/** A list counts as tested only once it was read, so a wallet that ignores lists still reads them here. */
const careOf = (negativeTest: string): Pick<PresentationNeeds, 'trust' | 'profile'> =>
  negativeTest.startsWith('list_')
    ? { trust: true, profile: { neglects: 'findings' } }
    : { profile: { verification: 'none' } }

/** Behaviour of a wallet that ignores every problem with trust in a verifier. */
export const trustRefusalMisbehaviours: PresentationMisbehaviour[] = careless.map(
  ([negativeTest, although, kind, alsoFails]) =>
    misbehaviour(
      `vp.negative.rejected~${negativeTest}`,
      `Presents although ${although}`,
      kind === 'advice' ? 'accepted' : refused,
      {
        needs: {
          sessionOptions: { negative_test: negativeTest, ...(kind === 'may_warn' ? { wallet_policy: 'refuse' } : {}) },
          ...careOf(negativeTest),
        },
        byProfile: 'response',
        ...(alsoFails === undefined ? {} : { alsoFails }),
      },
    ),
)

/** Behaviour of a wallet that skips a part of evaluating trust in verifiers. */
export const trustMisbehaviours: PresentationMisbehaviour[] = [
  misbehaviour(
    'vp.trust.registration_status_read',
    'Never reads the status of the registration certificate',
    'accepted',
    {
      needs: { trust: true, sessionOptions: { trust_framework: 'eu' }, profile: { neglects: 'status' } },
      byProfile: 'response',
    },
  ),
  misbehaviour('vp.trust.over_asking', 'Shows what the verifier did not register, and says nothing', 'accepted', {
    needs: {
      trust: true,
      sessionOptions: {
        trust_framework: 'eu',
        registered_query: { credentials: [pid({ claims: [{ path: ['family_name'] }] })] },
        ...asking(pid({ claims: [{ path: ['family_name'] }, { path: ['birthdate'] }] })).sessionOptions,
      },
      profile: { neglects: 'over_asking' },
    },
    byProfile: 'response',
  }),
  misbehaviour('vp.trust.warned', 'Presents to a verifier that is not registered, and says nothing', 'accepted', {
    needs: {
      trust: true,
      sessionOptions: { negative_test: 'registration_missing' },
      profile: { neglects: 'warning' },
    },
    byProfile: 'response',
    alsoFails: ['vp.negative.rejected'],
    staysUnseen: true,
  }),
  misbehaviour('vp.trust.register_not_needed', 'Asks the registrar although it has the registration', 'accepted', {
    needs: { trust: true, sessionOptions: { trust_framework: 'eu' } },
    probe: {
      when: 'before',
      at: 'response',
      request: ({ facts }) => ({
        step: 'register',
        method: 'GET',
        url: need(registryOf(facts.verifierInfo), 'address of the registrar'),
        headers: [['Accept', 'application/jwt']],
      }),
    },
  }),
  misbehaviour('vp.trust.list_read', 'Never reads the lists of trusted entities', 'accepted', {
    needs: {
      trust: true,
      sessionOptions: { trust_framework: 'eu', list_alias: 'referencewalletlists' },
      profile: { neglects: 'lists' },
    },
    byProfile: 'response',
  }),
  inQuery(
    'vp.dcql.trusted_authority_other',
    'Shows what no issuer on the list of the query has issued',
    'accepted',
    ({ credentials }) => {
      for (const query of credentials) query.trustedAuthorities = null
    },
    { needs: { trust: true, sessionOptions: { trust_framework: 'eu', trusted_list: 'not_listed' } } },
  ),
]

/**
 * Where to look up the registration in `verifier_info` again: the party's intended use at the register it names
 * (TS5-3.2). Null if no entry can be read. For wallets that query the register unnecessarily.
 */
function registryOf(verifierInfo: unknown): string | null {
  for (const entry of Array.isArray(verifierInfo) ? verifierInfo.filter(isObject) : []) {
    const claims = readJws(stringMember(entry, 'data') ?? '')?.claims
    const registry = stringMember(claims, 'registry_uri')
    const identifier = stringMember(claims, 'sub')
    if (registry === null || identifier === null || !URL.canParse(registry)) continue
    const use = stringMember(claims, 'intended_use_id')
    const query = new URLSearchParams({
      rpidentifier: identifier,
      ...(use === null ? {} : { intendeduseidentifier: use }),
    })
    return `${registry.replace(/\/$/, '')}/wrp/check-intended-use?${query}`
  }
  return null
}
