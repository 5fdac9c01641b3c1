import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHandPresenter, type HandPresenter, type PresentationChanges } from '@/lib/testing/hand-presenter'
import { holderKey, jws } from '@/lib/testing/presented/make-presentation'
import { startService, type TestService } from '@/lib/testing/service'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'

/** Forms in which public bug reports say that wallets sent things, and the reason that leads then. */
let service: TestService
let credential: HeldCredential
beforeAll(async () => {
  service = await startService()
  const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
  credential = credentials[0] as HeldCredential
})
afterAll(() => service.close())

const dcql_query = {
  credentials: [
    {
      id: 'pid',
      format: 'dc+sd-jwt',
      meta: { vct_values: ['urn:eudi:pid:1'] },
      claims: [{ path: ['family_name'] }, { path: ['given_name'] }],
    },
  ],
}

const presenterFor = () => createHandPresenter(service, credential, { dcql_query })

const state = ({ request }: HandPresenter) => String(request.state)

describe('a presentation of an SD-JWT VC', () => {
  const rewritten = (text: string): string =>
    Buffer.from(JSON.stringify(JSON.parse(Buffer.from(text, 'base64url').toString()), null, 1)).toString('base64url')

  const cases: readonly [string, PresentationChanges, string][] = [
    [
      'its last tilde left out',
      { finish: (text) => text.split('~').slice(0, -1).join('~') },
      'kb.parses#final_tilde_missing',
    ],
    ['the issuer-signed JWT alone', { finish: (text) => text.split('~')[0] ?? '' }, 'sdjwt.compact#jwt_alone'],
    [
      'JSON serialization',
      {
        finish: (text) => {
          const [payload, signature] = (text.split('~')[0] ?? '').split('.').slice(1)
          return JSON.stringify({ payload, signature, protected: text.split('.')[0], header: { disclosures: [] } })
        },
      },
      'sdjwt.compact#json_serialisation',
    ],
    [
      'a JWT of a Verifiable Presentation around it',
      { finish: (text) => jws({ alg: 'ES256', typ: 'JWT' }, { vp: { verifiableCredential: [text] } }, holderKey) },
      'sdjwt.compact#jwt_of_vp',
    ],
    [
      'a Disclosure encoded anew',
      { disclosures: (shown) => void shown.splice(0, 1, rewritten(shown[0] ?? '')) },
      'sdjwt.disclosure_referenced#encoded_anew',
    ],
    [
      'a Disclosure in base64',
      { disclosures: (shown) => void shown.splice(0, 1, `${shown[0]}=`) },
      'sdjwt.disclosure_encoding#broken',
    ],
    [
      'the old name of sd_hash',
      {
        keyBinding: ({ claims }) => {
          claims._sd_hash = claims.sd_hash
          delete claims.sd_hash
        },
      },
      'kb.sd_hash#old_name',
    ],
  ]

  it.each(cases)('is told from what is missing then: %s', async (_, changes, reason) => {
    const presenter = await presenterFor()
    expect((await presenter.answer(presenter.payload(changes))).status).toBe(400)
    expect((await presenter.view()).cause?.reason).toBe(`vp.${reason}`)
  })
})

describe('a response', () => {
  const cases: readonly [string, (presenter: HandPresenter) => Promise<unknown>, string][] = [
    [
      'in the URL',
      (one) => one.post([], `${one.responsePath}?response=${one.encrypt(one.payload())}`),
      'response.query_empty#broken',
    ],
    [
      'with vpToken',
      (one) => one.answer({ vpToken: one.payload().vp_token, state: state(one) }),
      'response.matches_type#other_name',
    ],
    [
      'with an id in capitals',
      (one) => one.answer({ vp_token: { PID: [one.present()] }, state: state(one) }),
      'token.ids_known#other_spelling',
    ],
    [
      'with the format for the id',
      (one) => one.answer({ vp_token: { 'dc+sd-jwt': [one.present()] }, state: state(one) }),
      'token.ids_known#type_for_id',
    ],
  ]

  it.each(cases)('is told by what stands there: %s', async (_, send, reason) => {
    const presenter = await presenterFor()
    await send(presenter)
    expect((await presenter.view()).cause?.reason).toBe(`vp.${reason}`)
  })
})
