import { type JwtDraft, signJwt } from '../../jose/jws'
import { inResponse, invalidPresentation, invalidRequest, misbehaviour } from './builders'
import type { PatchContext, PresentationMisbehaviour, PresentationNeeds } from './misbehaviour'

const asked: PresentationNeeds = { sessionOptions: { response_type: 'vp_token id_token' } }
const ofDid: PresentationNeeds = { ...asked, profile: { idTokenSubject: 'did:jwk' } }

const inIdToken = (
  id: string,
  title: string,
  expect: PresentationMisbehaviour['expect'],
  change: (draft: JwtDraft, context: PatchContext) => void,
  needs: PresentationNeeds = asked,
  alsoFails?: string[],
): PresentationMisbehaviour =>
  misbehaviour(id, title, expect, {
    needs,
    ...(alsoFails === undefined ? {} : { alsoFails }),
    patchIdToken: { at: 'response', change },
  })

const callItself = ({ claims }: JwtDraft, sub: string): void => {
  Object.assign(claims, { iss: sub, sub })
}

/** The ID Token beside a presentation (SIOP2-11.1). */
export const idTokenMisbehaviours: PresentationMisbehaviour[] = [
  inResponse(
    'vp.idt.present',
    'Leaves the ID Token out',
    invalidRequest,
    (response) => {
      delete response.id_token
    },
    { needs: asked, alsoFails: ['vp.response.matches_type'], decidedBy: 'vp.response.matches_type' },
  ),
  inIdToken(
    'vp.idt.jws',
    'Sends an unsigned ID Token',
    invalidPresentation,
    ({ header }) => {
      header.alg = 'none'
    },
    asked,
    ['vp.idt.signature'],
  ),
  inIdToken(
    'vp.idt.self_issued',
    'Names another issuer of the ID Token than its subject',
    invalidPresentation,
    ({ claims }) => {
      claims.iss = 'https://self-issued.me/v2'
    },
  ),
  inIdToken('vp.idt.aud', 'Makes the ID Token for another verifier', invalidPresentation, ({ claims }) => {
    claims.aud = 'x509_san_dns:another-verifier.example'
  }),
  inIdToken(
    'vp.idt.subject_syntax',
    'Calls itself by a DID that the request does not announce',
    invalidPresentation,
    (draft) => {
      callItself(draft, 'did:web:wallet.example')
      draft.header.kid = 'did:web:wallet.example#key-1'
      delete draft.claims.sub_jwk
    },
  ),
  inIdToken(
    'vp.idt.sub_jwk',
    'Calls itself by the thumbprint of another key',
    invalidPresentation,
    (draft, { newKey }) => callItself(draft, newKey().thumbprint),
  ),
  inIdToken(
    'vp.idt.sub_jwk~did',
    'Sends its key beside a DID',
    invalidPresentation,
    ({ claims, key }) => {
      claims.sub_jwk = { ...key.publicJwk }
    },
    ofDid,
  ),
  inIdToken('vp.idt.signature', 'Signs the ID Token with another key', invalidPresentation, (draft, { newKey }) => {
    draft.key = newKey()
  }),
  inIdToken(
    'vp.idt.signature~did',
    'Signs the ID Token with another key than that of its DID',
    invalidPresentation,
    (draft, { newKey }) => {
      draft.key = newKey()
    },
    { ...asked, profile: { idTokenSubject: 'did:key' } },
  ),
  inIdToken('vp.idt.exp', 'Sends an ID Token that has expired', invalidPresentation, ({ claims }, { now }) => {
    claims.exp = now - 600
  }),
  inIdToken('vp.idt.iat', 'Dates the ID Token an hour back', 'accepted', ({ claims }, { now }) => {
    claims.iat = now - 3600
  }),
  inIdToken('vp.idt.nonce', 'Binds the ID Token to another nonce', invalidPresentation, ({ claims }) => {
    claims.nonce = `${claims.nonce}-of-another-request`
  }),
  inIdToken(
    'vp.idt.kid',
    'Does not say which key of its DID signed the ID Token',
    invalidPresentation,
    ({ header }) => {
      delete header.kid
    },
    ofDid,
  ),
  inIdToken(
    'vp.idt.key_separate',
    'Signs the ID Token with the key of its credential',
    'accepted',
    (draft, { facts }) => {
      draft.key = facts.selections[0]?.credential.holderKey ?? draft.key
      draft.claims.sub_jwk = { ...draft.key.publicJwk }
      callItself(draft, draft.key.thumbprint)
    },
  ),
  inResponse('vp.idt.unsolicited', 'Sends an unsolicited ID Token', 'accepted', (response, { newKey, now }) => {
    const key = newKey()
    const { thumbprint: sub } = key
    const claims = { iss: sub, sub, sub_jwk: { ...key.publicJwk }, iat: now, exp: now + 300 }
    response.id_token = signJwt({ header: { alg: 'ES256', typ: 'JWT' }, claims, key })
  }),
]
