import { createHash } from 'node:crypto'
import { holderKeyOf } from '../../formats/stored-credential'
import { need } from '../../run'
import { asking, claims, inIssuerJwt, inKeyBinding, inPresentation, invalidPresentation, pid } from './builders'
import type { PresentationMisbehaviour } from './misbehaviour'

const sha256 = (text: string): string => createHash('sha256').update(text, 'ascii').digest('base64url')

/** An ASN.1 INTEGER in DER: minimal length and non-negative (X.690 section 8.3). */
function derInteger(bytes: Buffer): Buffer {
  const start = bytes.findIndex((byte) => byte !== 0)
  const trimmed = start === -1 ? Buffer.alloc(1) : bytes.subarray(start)
  const content = (trimmed[0] ?? 0) > 0x7f ? Buffer.concat([Buffer.alloc(1), trimmed]) : trimmed
  return Buffer.concat([Buffer.from([2, content.length]), content])
}

/** A raw ECDSA signature as DER, which signing libraries return and JOSE does not use. */
function toDer(signature: string): string {
  const raw = Buffer.from(signature, 'base64url')
  const body = Buffer.concat([derInteger(raw.subarray(0, 32)), derInteger(raw.subarray(32))])
  return Buffer.concat([Buffer.from([0x30, body.length]), body]).toString('base64url')
}

/** The key binding JWT (RFC9901-4.3, OID4VP-1FINAL-B.3.6). */
export const keyBindingMisbehaviours: PresentationMisbehaviour[] = [
  inPresentation(
    'vp.kb.present',
    'Leaves the key binding JWT out',
    invalidPresentation,
    (draft) => {
      draft.finish = (compact) => compact.slice(0, compact.lastIndexOf('~') + 1)
    },
    { alsoFails: ['vp.dcql.holder_binding'], decidedBy: 'vp.dcql.holder_binding' },
  ),
  inKeyBinding('vp.kb.parses', 'Sends something else in place of the key binding JWT', invalidPresentation, (jwt) => {
    jwt.finish = () => 'bm8.a2V5.YmluZGluZw'
  }),
  inKeyBinding('vp.kb.typ', 'Gives the key binding JWT the typ of any JWT', invalidPresentation, ({ header }) => {
    header.typ = 'JWT'
  }),
  inKeyBinding(
    'vp.kb.alg',
    'Sends an unsigned key binding JWT',
    invalidPresentation,
    ({ header }) => {
      header.alg = 'none'
    },
    { alsoFails: ['vp.kb.signature'] },
  ),
  inKeyBinding(
    'vp.kb.alg~mac',
    'Sends a key binding JWT with a MAC keyed by the public key',
    invalidPresentation,
    ({ header }) => {
      header.alg = 'HS256'
    },
    { alsoFails: ['vp.kb.signature'] },
  ),
  inKeyBinding(
    'vp.kb.signature',
    'Signs the key binding JWT with another key',
    invalidPresentation,
    (jwt, { newKey }) => {
      jwt.key = newKey()
    },
  ),
  inKeyBinding(
    'vp.kb.signature_encoding',
    'Sends the signature of the key binding JWT in DER',
    invalidPresentation,
    (jwt) => {
      jwt.finish = (compact) => {
        const [head, body, signature = ''] = compact.split('.')
        return [head, body, toDer(signature)].join('.')
      }
    },
    { alsoFails: ['vp.kb.signature'], decidedBy: 'vp.kb.signature' },
  ),
  inKeyBinding(
    'vp.kb.no_header_keys',
    'Puts its key into the header of the key binding JWT',
    'accepted',
    ({ header, key }) => {
      header.jwk = { ...key.publicJwk }
    },
  ),
  inKeyBinding(
    'vp.kb.crit',
    'Demands that the verifier understands an extension of key binding',
    invalidPresentation,
    ({ header }) => Object.assign(header, { crit: ['mood'], mood: 'fine' }),
    { alsoFails: ['vp.kb.no_header_keys', 'vp.kb.signature'], decidedBy: 'vp.kb.signature' },
  ),
  inKeyBinding(
    'vp.kb.iat_present',
    'Does not say when it made the key binding JWT',
    invalidPresentation,
    ({ claims }) => {
      delete claims.iat
    },
  ),
  inKeyBinding(
    'vp.kb.iat_present~text',
    'Writes the time of the key binding JWT as text',
    invalidPresentation,
    ({ claims }) => {
      claims.iat = String(claims.iat)
    },
  ),
  inKeyBinding(
    'vp.kb.iat_window',
    'Dates the key binding JWT ten minutes ahead',
    invalidPresentation,
    ({ claims }, { now }) => {
      claims.iat = now + 600
    },
  ),
  inKeyBinding(
    'vp.kb.iat_window~old',
    'Dates the key binding JWT ten minutes back',
    invalidPresentation,
    ({ claims }, { now }) => {
      claims.iat = now - 600
    },
  ),
  inKeyBinding(
    'vp.kb.iat_window~milliseconds',
    'Dates the key binding JWT in milliseconds',
    invalidPresentation,
    ({ claims }, { now }) => {
      claims.iat = now * 1000
    },
  ),
  inKeyBinding(
    'vp.kb.iat_after_request',
    'Dates the key binding JWT before the request',
    'accepted',
    ({ claims }, { now }) => {
      claims.iat = now - 150
    },
  ),
  inKeyBinding('vp.kb.aud_single', 'Names the verifier in an array', 'accepted', ({ claims }) => {
    claims.aud = [claims.aud]
  }),
  inKeyBinding(
    'vp.kb.aud',
    'Names the address of the response instead of the verifier',
    invalidPresentation,
    ({ claims }, { facts }) => {
      claims.aud = facts.replyTo?.responseUri
    },
  ),
  inKeyBinding('vp.kb.aud~prefix', 'Names the verifier without its prefix', invalidPresentation, ({ claims }) => {
    claims.aud = String(claims.aud).replace(/^[a-z0-9_]+:/, '')
  }),
  inKeyBinding('vp.kb.nonce', 'Binds the presentation to another nonce', invalidPresentation, ({ claims }) => {
    claims.nonce = `${claims.nonce}-of-another-request`
  }),
  inKeyBinding('vp.kb.nonce~absent', 'Binds the presentation to no nonce', invalidPresentation, ({ claims }) => {
    delete claims.nonce
  }),
  inKeyBinding(
    'vp.kb.nonce_string',
    'Sends the nonce as a number',
    invalidPresentation,
    ({ claims }) => {
      claims.nonce = 42
    },
    { alsoFails: ['vp.kb.nonce'], decidedBy: 'vp.kb.nonce' },
  ),
  inKeyBinding(
    'vp.kb.sd_hash',
    'Hashes all disclosures instead of those that it shows',
    invalidPresentation,
    ({ claims }, { facts }) => {
      claims.sd_hash = sha256(facts.selections[0]?.credential.raw ?? '')
    },
  ),
  inKeyBinding(
    'vp.kb.sd_hash~tilde',
    'Hashes the presentation without its last tilde',
    invalidPresentation,
    ({ claims }, { facts }) => {
      claims.sd_hash = sha256((facts.sdJwt ?? '').slice(0, -1))
    },
  ),
  inKeyBinding(
    'vp.kb.exp_nbf',
    'Sends a key binding JWT that has expired',
    invalidPresentation,
    ({ claims }, { now }) => {
      claims.exp = now - 600
    },
  ),
  inIssuerJwt(
    'vp.kb.distinct',
    'Presents two credentials that are bound to one key',
    'accepted',
    ({ claims: payload }, _draft, { facts }) => {
      payload.cnf = { jwk: { ...holderKeyOf(need(facts.selections[0], 'first credential').credential).publicJwk } }
    },
    {
      needs: asking(
        pid(claims(['family_name'])),
        pid({ meta: { vct_values: ['urn:example:membership'] }, ...claims(['family_name']) }, 'membership'),
      ),
      patchKeyBinding: {
        at: 'response',
        change: (jwt, { facts }) => {
          jwt.key = holderKeyOf(need(facts.selections[0], 'first credential').credential)
        },
      },
    },
  ),
  inKeyBinding('vp.kb.claims_known', 'Puts a claim of its own into the key binding JWT', 'accepted', ({ claims }) => {
    claims.mood = 'fine'
  }),
  inKeyBinding(
    'vp.kb.no_pii',
    'Puts the name of its user into the key binding JWT',
    'accepted',
    ({ claims }) => {
      claims.family_name = 'Lindqvist'
    },
    { alsoFails: ['vp.kb.claims_known'] },
  ),
]
