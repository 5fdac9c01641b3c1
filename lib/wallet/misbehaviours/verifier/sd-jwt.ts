import { createHash } from 'node:crypto'
import { holderKeyOf } from '../../formats/stored-credential'
import { privateMember } from '../../jose/key'
import { isObject, type JsonObject, objectMember } from '../../json'
import { need } from '../../run'
import { pidVct } from '../../verifier/foreign-credentials'
import {
  asking,
  claims,
  inIssuance,
  inIssuerJwt,
  inPresentation,
  invalidPresentation,
  misbehaviour,
  pid,
} from './builders'
import type { PresentationMisbehaviour } from './misbehaviour'

const encode = (...content: unknown[]): string => Buffer.from(JSON.stringify(content)).toString('base64url')
const sha256 = (text: string): string => createHash('sha256').update(text, 'ascii').digest('base64url')
const saltOf = (random: (bytes: number) => Uint8Array): string => Buffer.from(random(16)).toString('base64url')
const digestsOf = (payload: JsonObject): unknown[] => {
  const digests = payload._sd
  if (Array.isArray(digests)) return digests
  const none: unknown[] = []
  payload._sd = none
  return none
}
/** A status that nobody can look up, each for another reason (TSL14-6.2). */
const wrongStatuses: readonly (readonly [variant: string, what: string, status: unknown])[] = [
  ['text', 'a status that is a text', 'valid'],
  ['mechanism', 'a status of an unknown mechanism', { register: {} }],
  ['no_uri', 'a status without the address of its list', { status_list: { idx: 1 } }],
  [
    'negative',
    'a place in the status list that is negative',
    { status_list: { idx: -1, uri: 'https://issuer.example/' } },
  ],
  ['uri', 'no URI as the address of the status list', { status_list: { idx: 1, uri: 'no address' } }],
]

/** Base64url of DER where `x5c` has base64. */
const urlSafe = (base64: string): string => Buffer.from(base64, 'base64').toString('base64url')

const dayAgo = (now: number): number => now - 86_400

/** The issuer's part of a presentation (RFC 9901, SD-JWT-VC-13). Mostly issuer errors: the wallet plays the issuer. */
export const sdJwtMisbehaviours: PresentationMisbehaviour[] = [
  inPresentation(
    'vp.sdjwt.compact',
    'Sends an empty part between the disclosures',
    invalidPresentation,
    ({ disclosures }) => {
      disclosures.push('')
    },
  ),
  inIssuance('vp.sdjwt.typ', 'Presents a credential with the typ of old drafts', 'accepted', ({ header }) => {
    header.typ = 'vc+sd-jwt'
  }),
  inIssuerJwt(
    'vp.sdjwt.alg',
    'Presents an unsigned credential',
    invalidPresentation,
    ({ header }) => {
      header.alg = 'none'
    },
    { alsoFails: ['vp.sdjwt.signature'] },
  ),
  inIssuerJwt(
    'vp.sdjwt.alg~mac',
    'Presents a credential with a MAC instead of a signature',
    invalidPresentation,
    ({ header }) => {
      header.alg = 'HS256'
    },
    { alsoFails: ['vp.sdjwt.signature'] },
  ),
  inIssuerJwt(
    'vp.sdjwt.key_resolved',
    'Presents a credential whose issuer cannot be looked up',
    invalidPresentation,
    ({ header, claims: payload }) => {
      delete header.x5c
      payload.iss = 'https://issuer.invalid'
    },
    { alsoFails: ['vp.sdjwt.x5c_present'] },
  ),
  inPresentation('vp.sdjwt.signature', 'Changes a claim that the issuer has signed', invalidPresentation, (draft) => {
    const [head = '', body = '', signature = ''] = draft.issuerJwt.split('.')
    const payload = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'))
    draft.issuerJwt = [
      head,
      Buffer.from(JSON.stringify({ ...payload, exp: payload.exp + 1 })).toString('base64url'),
      signature,
    ].join('.')
  }),
  inIssuerJwt(
    'vp.sdjwt.x5c_present',
    'Presents a credential that says nothing of its issuer',
    invalidPresentation,
    ({ header }) => {
      delete header.x5c
    },
    { alsoFails: ['vp.sdjwt.key_resolved'], decidedBy: 'vp.sdjwt.key_resolved' },
  ),
  inIssuerJwt(
    'vp.sdjwt.x5c_encoding',
    'Presents a credential with x5c in base64url',
    invalidPresentation,
    ({ header }, _draft, { facts }) => {
      header.x5c = need(facts.foreignIssuer, 'issuer of its own').current.x5c.map(urlSafe)
    },
  ),
  inIssuerJwt(
    'vp.sdjwt.x5c_leaf_not_self_signed',
    'Presents a credential under a self-signed certificate',
    'accepted',
    ({ header }, _draft, { facts }) => {
      header.x5c = [need(facts.foreignIssuer, 'issuer of its own').current.selfSignedCertificate]
    },
    { alsoFails: ['vp.sdjwt.x5c_no_anchor'] },
  ),
  inIssuerJwt(
    'vp.sdjwt.x5c_no_anchor',
    'Presents a credential with the root in x5c',
    'accepted',
    ({ header }, _draft, { facts }) => {
      const { x5c, rootCertificate } = need(facts.foreignIssuer, 'issuer of its own').current
      header.x5c = [...x5c, rootCertificate]
    },
  ),
  inIssuerJwt(
    'vp.sdjwt.x5c_chain',
    'Presents a credential with a foreign certificate in its chain',
    'accepted',
    ({ header }, _draft, { facts }) => {
      const { current, stranger } = need(facts.foreignIssuer, 'issuer of its own')
      header.x5c = [...current.x5c, ...stranger.x5c]
    },
  ),
  inIssuerJwt(
    'vp.sdjwt.x5c_validity',
    'Presents a credential with an expired issuer certificate',
    invalidPresentation,
    (jwt, _draft, { facts }) => {
      const { expired } = need(facts.foreignIssuer, 'issuer of its own')
      jwt.header.x5c = expired.x5c
      jwt.key = expired.key
    },
  ),
  inIssuance(
    'vp.sdjwt.x5c_iss_san',
    'Presents a credential whose certificate names another issuer',
    'accepted',
    ({ payload }) => {
      payload.iss = 'https://another-issuer.example'
    },
  ),
  misbehaviour('vp.sdjwt.issuer_trusted', 'Presents a credential of an unknown issuer', 'accepted', {
    needs: { profile: { credential: 'foreign' } },
    byProfile: 'response',
  }),
  inIssuerJwt(
    'vp.sdjwt.vct',
    'Presents a credential without a type',
    invalidPresentation,
    ({ claims: payload }) => {
      delete payload.vct
    },
    { alsoFails: ['vp.dcql.vct'], decidedBy: 'vp.dcql.vct' },
  ),
  inIssuance(
    'vp.sdjwt.aka_vcts',
    'Presents a credential whose further types are no list',
    'accepted',
    ({ payload }) => {
      payload.aka_vcts = 'urn:example:person:1'
    },
  ),
  inIssuance(
    'vp.sdjwt.aka_vcts~empty',
    'Presents a credential that names no further type',
    'accepted',
    ({ payload }) => {
      payload.aka_vcts = []
    },
  ),
  inIssuance(
    'vp.sdjwt.aka_vcts~own',
    'Presents a credential whose further type is its own',
    'accepted',
    ({ payload }) => {
      payload.aka_vcts = [payload.vct]
    },
  ),
  inIssuerJwt(
    'vp.sdjwt.aka_vcts~disclosed',
    'Discloses the further types of the credential selectively',
    'accepted',
    ({ claims: payload }, { disclosures }, { random }) => {
      const disclosure = encode(saltOf(random), 'aka_vcts', ['urn:example:person:1'])
      digestsOf(payload).push(sha256(disclosure))
      disclosures.push(disclosure)
    },
    { alsoFails: ['vp.min.only_requested_sdjwt', 'vp.pid.known_names'] },
  ),
  inIssuance(
    'vp.sdjwt.aka_vcts~text',
    'Presents a credential whose further type has a name that anybody may use',
    'accepted',
    ({ payload }) => {
      payload.aka_vcts = ['person']
    },
  ),
  inIssuerJwt(
    'vp.sdjwt.registered_not_sd',
    'Discloses the end of the credential selectively',
    invalidPresentation,
    ({ claims: payload }, { disclosures }, { random }) => {
      const disclosure = encode(saltOf(random), 'exp', payload.exp)
      delete payload.exp
      digestsOf(payload).push(sha256(disclosure))
      disclosures.push(disclosure)
    },
    { alsoFails: ['vp.min.only_requested_sdjwt', 'vp.pid.known_names'] },
  ),
  inIssuance('vp.sdjwt.iss', 'Presents a credential whose iss is not a URL', 'accepted', ({ payload }) => {
    payload.iss = 'the town hall'
  }),
  inIssuance('vp.sdjwt.iat', 'Presents a credential that is issued tomorrow', 'accepted', ({ payload }, { now }) => {
    payload.iat = now + 86_400
  }),
  inIssuance(
    'vp.sdjwt.nbf',
    'Presents a credential that is not valid yet',
    invalidPresentation,
    ({ payload }, { now }) => {
      payload.nbf = now + 86_400
    },
  ),
  inIssuance('vp.sdjwt.exp', 'Presents a credential that has expired', invalidPresentation, ({ payload }, { now }) => {
    payload.exp = dayAgo(now)
  }),
  inIssuance(
    'vp.sdjwt.validity_info',
    'Presents a credential without an end or a status',
    'accepted',
    ({ payload }) => {
      delete payload.exp
    },
  ),
  inIssuerJwt(
    'vp.sdjwt.sd_alg',
    'Presents a credential with an unsupported hash algorithm',
    invalidPresentation,
    ({ claims: payload }) => {
      payload._sd_alg = 'md5'
    },
    {
      // A key binding JWT would need the same hash.
      needs: asking(pid({ ...claims(['family_name']), require_cryptographic_holder_binding: false })),
      alsoFails: ['vp.sdjwt.sd_alg_sha256'],
    },
  ),
  inIssuance('vp.sdjwt.sd_alg_sha256', 'Presents a credential hashed with SHA-512', 'accepted', ({ payload }) => {
    payload._sd_alg = 'sha-512'
  }),
  inIssuerJwt(
    'vp.sdjwt.disclosure_encoding',
    'Sends a disclosure that is an object',
    invalidPresentation,
    ({ claims: payload }, { disclosures }) => {
      const disclosure = Buffer.from('{"family_name":"Nobody"}').toString('base64url')
      digestsOf(payload).push(sha256(disclosure))
      disclosures.push(disclosure)
    },
  ),
  inPresentation(
    'vp.sdjwt.disclosure_encoding~invented',
    'Adds a disclosure that is an object and that the issuer never made',
    invalidPresentation,
    ({ disclosures }) => disclosures.push(Buffer.from('{"family_name":"Nobody"}').toString('base64url')),
  ),
  inPresentation(
    'vp.sdjwt.disclosure_referenced',
    'Adds a disclosure that the issuer never made',
    invalidPresentation,
    ({ disclosures }, { random }) => {
      disclosures.push(encode(saltOf(random), 'title', 'Dr.'))
    },
  ),
  inIssuerJwt(
    'vp.sdjwt.disclosure_kind',
    'Discloses a member without a name',
    invalidPresentation,
    ({ claims: payload }, { disclosures }, { random }) => {
      const disclosure = encode(saltOf(random), 'Dr.')
      digestsOf(payload).push(sha256(disclosure))
      disclosures.push(disclosure)
    },
  ),
  inIssuerJwt(
    'vp.sdjwt.disclosure_reserved',
    'Discloses a member with a reserved name',
    invalidPresentation,
    ({ claims: payload }, { disclosures }, { random }) => {
      const disclosure = encode(saltOf(random), '_sd', [])
      digestsOf(payload).push(sha256(disclosure))
      disclosures.push(disclosure)
    },
  ),
  inIssuerJwt(
    'vp.sdjwt.disclosure_collision',
    'Discloses a member that is there in the clear',
    invalidPresentation,
    ({ claims: payload }) => {
      payload.family_name = 'In clear'
    },
  ),
  inPresentation('vp.sdjwt.disclosure_once', 'Sends a disclosure twice', invalidPresentation, ({ disclosures }) => {
    disclosures.push(...disclosures.slice(0, 1))
  }),
  inIssuerJwt(
    'vp.sdjwt.digest_once',
    'Presents a credential that holds a digest twice',
    invalidPresentation,
    ({ claims: payload }) => {
      const digests = digestsOf(payload)
      digests.push(digests[0])
    },
  ),
  inIssuance('vp.sdjwt.salts_unique', 'Presents a credential with one salt for several claims', 'accepted', (draft) => {
    const { salt } = draft
    let made = 0
    // Not for all claims: equal claims with equal salts would have equal digests, which is a different error.
    draft.salt = () => (made++ < 3 ? 'AAAAAAAAAAAAAAAAAAAAAA' : salt())
  }),
  inIssuance('vp.sdjwt.salt_entropy', 'Presents a credential with salts that can be guessed', 'accepted', (draft) => {
    let counter = 0
    draft.salt = () => `salt-${counter++}`
  }),
  inPresentation(
    'vp.sdjwt.parents_sent',
    'Sends a disclosure without the one that it is in',
    invalidPresentation,
    ({ disclosures }) => {
      // Outermost last: the town is nested in the address.
      const inner = disclosures.find((one) => Buffer.from(one, 'base64url').toString('utf8').includes('"locality"'))
      if (inner !== undefined) disclosures.splice(0, disclosures.length, inner)
    },
    {
      needs: { ...asking(pid(claims(['address', 'locality']))), profile: { credential: 'foreign' } },
      alsoFails: ['vp.sdjwt.disclosure_referenced', 'vp.dcql.claims_present'],
    },
  ),
  inIssuerJwt(
    'vp.sdjwt.cnf',
    'Presents a credential that is bound to no key',
    invalidPresentation,
    ({ claims: payload }) => {
      delete payload.cnf
    },
  ),
  inIssuerJwt(
    'vp.sdjwt.cnf_jwk',
    'Presents a credential that names its key by an id only',
    invalidPresentation,
    ({ claims: payload }) => {
      payload.cnf = { kid: 'a-key-somewhere' }
    },
    { alsoFails: ['vp.kb.signature'], decidedBy: 'vp.kb.signature' },
  ),
  inIssuerJwt(
    'vp.sdjwt.cnf_jwk~private',
    'Presents a credential with the private key of its holder',
    invalidPresentation,
    ({ claims: payload }, _draft, { facts }) => {
      const jwk = objectMember(objectMember(payload, 'cnf'), 'jwk')
      const [first] = facts.selections
      if (jwk !== null && first !== undefined) jwk.d = privateMember(holderKeyOf(first.credential))
    },
    { needs: { sessionOptions: { profile: 'haip' } } },
  ),
  inIssuance(
    'vp.sdjwt.cnf_jwk~no_operations',
    'Presents a credential whose key is for no operation',
    'accepted',
    ({ payload }) => {
      const jwk = objectMember(objectMember(payload, 'cnf'), 'jwk')
      if (jwk !== null) jwk.key_ops = []
    },
  ),
  inIssuance('vp.sdjwt.cnf_clean', 'Presents a credential with more than a key in cnf', 'accepted', ({ payload }) => {
    if (isObject(payload.cnf)) payload.cnf.device = 'phone'
  }),
  inIssuance('vp.sdjwt.status_format', 'Presents a credential with a malformed status', 'accepted', ({ payload }) => {
    payload.status = { status_list: { idx: -1, uri: 'no address' } }
  }),
  ...wrongStatuses.map(([variant, what, status]) =>
    inIssuance(
      `vp.sdjwt.status_format~${variant}`,
      `Presents a credential with ${what}`,
      'accepted',
      ({ payload }) => {
        payload.status = status
        // Sessions about a status ask for this claim, which no PID has.
        if (payload.vct !== pidVct) payload.number = 'TEST-MEMBER'
      },
      typeof status === 'string' ? { alsoFails: ['vp.pid.sd_types'] } : {},
    ),
  ),
  inPresentation(
    'vp.sdjwt.no_kb_when_forbidden',
    'Leaves out the tilde at the end',
    invalidPresentation,
    (draft) => {
      draft.finish = (compact) => compact.replace(/~$/, '')
    },
    {
      needs: asking(pid({ ...claims(['family_name']), require_cryptographic_holder_binding: false })),
      alsoFails: ['vp.dcql.claims_present', 'vp.kb.parses'],
      decidedBy: 'vp.kb.parses',
    },
  ),
  misbehaviour('vp.sdjwt.reused_instance', 'Presents the same copy of a credential in two sessions', 'accepted', {
    needs: { runs: 2 },
    byProfile: 'response',
  }),
]
