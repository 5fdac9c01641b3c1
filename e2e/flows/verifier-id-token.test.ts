import { beforeAll, describe, expect, it } from 'vitest'
import { sessionId } from '@/lib/core/shared/ports/ids'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { covers } from '@/lib/testing/covers'
import { createHandPresenter, type HandPresenter } from '@/lib/testing/hand-presenter'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { type JwtDraft, signJwt } from '@/lib/wallet/jose/jws'
import { generateKey, privateMember } from '@/lib/wallet/jose/key'
import type { JsonObject } from '@/lib/wallet/json'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { didKeyOf } from '@/lib/wallet/verifier/response/id-token'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

const service = serviceForTests()
let credential: HeldCredential
beforeAll(async () => {
  const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
  credential = credentials[0] as HeldCredential
})

const wallet = (body: JsonObject = {}) =>
  createHandPresenter(service, credential, { response_type: 'vp_token id_token', ...body })
const findingOf = ({ checks }: PresentationSessionView, id: string) =>
  checks.conformance.findLast((entry) => entry.id === id)
const statusOf = (session: PresentationSessionView, id: string) => findingOf(session, id)?.status

/** An ID Token under the thumbprint of a fresh key, as a wallet makes it. */
function idToken({ request }: HandPresenter, change: (draft: JwtDraft) => void = () => {}): string {
  const key = generateKey()
  const now = Math.floor(Date.now() / 1000)
  const { thumbprint: sub, publicJwk } = key
  const { client_id: aud, nonce } = request
  const claims = { iss: sub, sub, sub_jwk: { ...publicJwk }, aud, nonce, iat: now, exp: now + 300 }
  const draft: JwtDraft = { header: { alg: 'ES256', typ: 'JWT' }, claims, key }
  change(draft)
  return signJwt(draft)
}
const callItself = (draft: JwtDraft, did: string): void => {
  Object.assign(draft.claims, { iss: did, sub: did })
  delete draft.claims.sub_jwk
  draft.header.kid = `${did}#0`
}

/** Everything on record about a session, stored and read back. */
const everything = async (session: PresentationSessionView): Promise<string> => {
  const { store } = service.container.ports
  const id = sessionId(session.session_id)
  return JSON.stringify([session, await store.exchanges(id), await store.events(id)])
}

describe('an ID Token beside the presentation', () => {
  covers('A2.22')
  it('is asked for with a scope, a type, and the subjects that can be verified without fetching anything', async () => {
    const { request } = await wallet()
    expect(request).toMatchObject({
      response_type: 'vp_token id_token',
      scope: 'openid',
      id_token_type: 'subject_signed_id_token',
      nonce: expect.any(String),
      client_metadata: {
        subject_syntax_types_supported: ['urn:ietf:params:oauth:jwk-thumbprint', 'did:jwk', 'did:key'],
        id_token_signed_response_alg: 'ES256',
      },
    })
  })

  it.each(
    (['jwk_thumbprint', 'did:jwk', 'did:key'] as const).flatMap((idTokenSubject) =>
      ['direct_post', 'direct_post.jwt'].map((response_mode) => [idTokenSubject, response_mode] as const),
    ),
  )('of %s by %s is verified, and neither the token nor its subject is kept', async (idTokenSubject, response_mode) => {
    const presenter = await wallet({ response_mode })
    const key = generateKey()
    const run = await runAtVerifier({
      deeplink: presenter.created.deeplink,
      credentials: [credential],
      profile: { idTokenSubject },
      keys: () => key,
    })
    expect(run.outcome, run.reason ?? '').toBe('presented')
    const session = await presenter.view()
    expect(session.checks).toMatchObject({ presentation_valid: true, id_token_verified: true })
    const failed = session.checks.conformance.filter(({ id, status }) => id.startsWith('vp.idt.') && status === 'fail')
    expect(failed).toEqual([])
    const { client_id: aud, nonce } = presenter.request
    expect(session.observed.id_token).toMatchObject({ kind: 'id_token', signature: 'valid', claims: { aud, nonce } })
    const stored = await everything(session)
    const form = new URLSearchParams(run.log.find(({ step }) => step === 'response')?.body ?? '')
    const sent = form.get('id_token')?.split('.') ?? []
    for (const secret of [key.thumbprint, key.publicJwk.x, didKeyOf(key).sub.slice(8), ...sent.slice(1)])
      expect(stored).not.toContain(secret)
  })

  it('of a did:jwk that gives its private key away is refused, and the key is kept nowhere', async () => {
    const presenter = await wallet()
    const key = generateKey()
    const secret = privateMember(key)
    const did = `did:jwk:${Buffer.from(JSON.stringify({ ...key.publicJwk, d: secret })).toString('base64url')}`
    const token = idToken(presenter, (draft) => {
      callItself(draft, did)
      draft.key = key
    })
    const answer = await presenter.answer({ ...presenter.payload(), id_token: token })
    expect(answer.object().failed_checks).toEqual(['vp.idt.sub_jwk'])
    const session = await presenter.view()
    expect(statusOf(session, 'vp.idt.signature')).toBe('pass')
    expect(session.checks.id_token_verified).toBe(false)
    expect(findingOf(session, 'vp.idt.sub_jwk')).toMatchObject({ actual: ['d'], hint: expect.any(String) })
    const stored = await everything(session)
    for (const hidden of [secret, did.slice(8), did.slice(-20)]) expect(stored).not.toContain(hidden)
  })

  it('is demanded where it was asked for (N90)', async () => {
    const presenter = await wallet()
    expect((await presenter.answer(presenter.payload())).status).toBe(400)
    expect(statusOf(await presenter.view(), 'vp.idt.present')).toBe('fail')
  })

  it.each<readonly [string, (draft: JwtDraft) => void, string]>([
    ['the thumbprint of another key', (draft) => callItselfByAnotherKey(draft), 'vp.idt.sub_jwk'],
    ['another audience', ({ claims }) => void Object.assign(claims, { aud: 'x509_hash:another' }), 'vp.idt.aud'],
    ['another nonce', ({ claims }) => void Object.assign(claims, { nonce: 'another' }), 'vp.idt.nonce'],
    ['no end', ({ claims }) => void delete claims.exp, 'vp.idt.exp'],
  ])('with %s is refused, and the presentation is judged all the same (N90)', async (_words, change, check) => {
    const presenter = await wallet()
    const answer = await presenter.answer({ ...presenter.payload(), id_token: idToken(presenter, change) })
    expect([answer.status, answer.object().error]).toEqual([400, 'invalid_presentation'])
    expect(answer.object().failed_checks).toEqual([check])
    const session = await presenter.view()
    expect(session.checks).toMatchObject({ id_token_verified: false, holder_binding_verified: true })
  })

  it('of a DID that would have to be fetched stays unverified, and nobody fetches it (N90)', async () => {
    const fetched: unknown[] = []
    const before = globalThis.fetch
    globalThis.fetch = (...call) => {
      if (!String(call[0]).startsWith(service.baseUrl)) fetched.push(call[0])
      return before(...call)
    }
    try {
      const did = 'did:web:wallet.example'
      const announcing = { presentation_request: { client_metadata: { subject_syntax_types_supported: ['did:web'] } } }
      for (const [body, status] of [
        [{}, 400],
        [announcing, 200],
      ] as const) {
        const presenter = await wallet(body)
        const token = idToken(presenter, (draft) => callItself(draft, did))
        expect((await presenter.answer({ ...presenter.payload(), id_token: token })).status).toBe(status)
        const session = await presenter.view()
        expect(findingOf(session, 'vp.idt.signature')).toMatchObject({
          status: 'not_observed',
          actual: { because: expect.stringContaining('did:web') },
        })
        expect(session.checks.id_token_verified).not.toBe(true)
        expect(JSON.stringify(session.observed)).not.toContain(did)
      }
    } finally {
      globalThis.fetch = before
    }
    expect(fetched).toEqual([])
  })

  it.each(['', 'x', 'a.b.c', '{}', 'a.b.c.d.e', `${'x'.repeat(70_000)}.e30.`, 'e30.e30.'])(
    'that is none is refused and on record: %#',
    async (id_token) => {
      const presenter = await wallet({ response_mode: 'direct_post' })
      const answer = await presenter.answer({ ...presenter.payload(), id_token })
      expect(answer.status).toBe(400)
      expect(statusOf(await presenter.view(), 'vp.idt.jws')).toBe('fail')
    },
  )

  it('that is not text inside the JWE is refused', async () => {
    for (const id_token of [7, null, {}, [], true]) {
      const presenter = await wallet()
      expect((await presenter.answer({ ...presenter.payload(), id_token })).status).toBe(400)
      expect(statusOf(await presenter.view(), 'vp.idt.jws')).toBe('fail')
    }
  })
})

function callItselfByAnotherKey({ claims }: JwtDraft): void {
  const { thumbprint } = generateKey()
  Object.assign(claims, { iss: thumbprint, sub: thumbprint })
}
