import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { epochMillis } from '@/lib/core/ground/time/time'
import type { PresentationSessionView } from '@/lib/core/verifier/evidence/verifier-types'
import { covers } from '@/lib/testing/covers'
import { createHandPresenter, type HandPresenter } from '@/lib/testing/hand-presenter'
import {
  type MdocParties,
  makeDeviceResponse,
  mdocParties,
  pidNamespace,
  transcriptOf,
} from '@/lib/testing/presented/make-device-response'
import { startService, type TestService } from '@/lib/testing/service'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'

let service: TestService
let credential: HeldCredential
let parties: MdocParties
beforeAll(async () => {
  service = await startService()
  const { credentials } = await obtainCredential({ origin: service.baseUrl, http: createNodeClient() })
  credential = credentials[0] as HeldCredential
  parties = await mdocParties(epochMillis(Date.now()))
})
afterAll(() => service.close())

const sdJwtQuery = {
  id: 'pid',
  format: 'dc+sd-jwt',
  meta: { vct_values: ['urn:eudi:pid:1'] },
  claims: [{ path: ['family_name'] }, { path: ['address', 'locality'] }],
}
/** The town is a Disclosure nested in that of the address. */
const nameAndTown = [['address', 'locality'], ['address'], ['family_name']]
const mdocQuery = {
  id: 'pid',
  format: 'mso_mdoc',
  meta: { doctype_value: pidNamespace },
  claims: [{ path: [pidNamespace, 'family_name'] }],
}
const asking = (query: object, response_mode = 'direct_post.jwt') => ({
  response_mode,
  dcql_query: { credentials: [query] },
})

const parsed = (list: unknown) => (Array.isArray(list) ? list.map((one) => JSON.parse(one)) : list)

/** What the event and the read-back say about the one presentation. */
async function toldOf(presenter: HandPresenter) {
  const view: PresentationSessionView = await presenter.view()
  const event = view.events.find(({ type }) => /^vp_presentation_(verified|examined)$/.test(type))?.detail ?? {}
  const observed = view.observed.presentations[0] ?? {}
  // Disclosures are in random order, different for each credential.
  const sorted = (list: unknown) => (Array.isArray(list) ? list.map((one) => JSON.stringify(one)).sort() : list)
  const paths = ({ disclosed_paths, unrequested_paths }: typeof event) => ({
    disclosed_paths: parsed(sorted(disclosed_paths)),
    unrequested_paths: parsed(sorted(unrequested_paths)),
  })
  expect(paths(observed)).toEqual(paths(event))
  return { paths: paths(event), observed, stored: JSON.stringify(view) }
}

describe('the evidence of a presentation lists where the disclosed claims stand', () => {
  covers('A4.19')
  it.each(['direct_post', 'direct_post.jwt'])('of an SD-JWT VC, by %s', async (mode) => {
    const presenter = await createHandPresenter(service, credential, asking(sdJwtQuery, mode))
    await presenter.answer(presenter.payload())
    const { paths, observed } = await toldOf(presenter)
    expect(paths).toEqual({ disclosed_paths: nameAndTown, unrequested_paths: [] })
    expect(observed).toMatchObject({
      vct: 'urn:eudi:pid:1',
      issuer: expect.stringContaining(service.baseUrl),
      issuer_chain: { count: 1, trust: 'trusted', leaf: { subject: expect.any(String) } },
    })
    const { aki, ski, serial } = (observed.issuer_chain as { leaf: Record<string, string> }).leaf
    expect([aki, ski]).toEqual([expect.stringMatching(/^[\w-]{27}$/), expect.stringMatching(/^[\w-]{27}$/)])
    expect(serial).toMatch(/^[0-9a-f]{2,40}$/)
  })

  it('of an SD-JWT VC that shows more than was asked for, without a value', async () => {
    const presenter = await createHandPresenter(service, credential, asking(sdJwtQuery))
    await presenter.answer(
      presenter.payload({ disclosures: (shown, held) => void shown.splice(0, shown.length, ...held) }),
    )
    const { paths, observed, stored } = await toldOf(presenter)
    expect(paths.disclosed_paths).toContainEqual(['address', 'locality'])
    expect(paths.disclosed_paths).toContainEqual(['nationalities', 0])
    expect(paths.unrequested_paths).toContainEqual(['birthdate'])
    expect(paths.unrequested_paths).toContainEqual(['nationalities', 0])
    expect(paths.unrequested_paths).not.toContainEqual(['family_name'])
    const { disclosures } = observed.decoded as { disclosures: { name: string; digest: string; requested: boolean }[] }
    const requested = new Map(disclosures.map((one) => [one.name, one.requested]))
    expect([requested.get('family_name'), requested.get('address'), requested.get('birthdate')]).toEqual([
      true,
      true,
      false,
    ])
    for (const [place, text] of credential.raw.split('~').slice(1, -1).entries()) {
      expect(disclosures[place]?.digest).toBe(createHash('sha256').update(text).digest('base64url'))
      const [, , value] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
      if (typeof value === 'string' && value.length > 4) expect(stored).not.toContain(value)
    }
  })

  it('of one that answers no query of the request', async () => {
    const presenter = await createHandPresenter(service, credential, asking(sdJwtQuery))
    const { state } = presenter.payload()
    await presenter.answer({ vp_token: { another: [presenter.present()] }, state })
    const { paths } = await toldOf(presenter)
    expect(paths).toEqual({ disclosed_paths: nameAndTown, unrequested_paths: null })
  })

  it('of an mdoc, and of one that shows more than was asked for', async () => {
    const presenter = await createHandPresenter(service, credential, {
      ...asking(mdocQuery, 'direct_post'),
      trust_anchors: [parties.rootBase64],
    })
    const { request } = presenter
    const transcript = transcriptOf({
      clientId: String(request.client_id),
      nonce: String(request.nonce),
      responseUri: String(request.response_uri),
      thumbprint: null,
    })
    const elements = { family_name: 'Unverwechselbar', given_name: 'Anna-Ungefragt' }
    const mdoc = makeDeviceResponse(parties, { now: Date.now(), transcript, elements })
    await presenter.answer({ vp_token: { pid: [mdoc] }, state: String(request.state) })
    const { paths, observed, stored } = await toldOf(presenter)
    expect(paths).toEqual({
      disclosed_paths: [
        [pidNamespace, 'family_name'],
        [pidNamespace, 'given_name'],
      ],
      unrequested_paths: [[pidNamespace, 'given_name']],
    })
    const issuer = 'C=IT, O=Wallet Capture, CN=test mdoc signer'
    expect(observed).toMatchObject({ doctype: pidNamespace, issuer, issuer_chain: { leaf: { subject: issuer } } })
    // By the anchor that only this session knows.
    expect(observed).toMatchObject({ issuer_trusted: true, issuer_chain: { trust: 'trusted' } })
    for (const value of Object.values(elements)) expect(stored).not.toContain(value)
  })
})
