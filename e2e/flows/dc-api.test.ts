import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DcApiProtocol, dcApiProtocols } from '@/lib/core/ground/ports/dc-api'
import type { JsonObject } from '@/lib/core/ground/values/json'
import { createHttpClient, type HttpClient } from '@/lib/testing/http-client'
import { startService, type TestService } from '@/lib/testing/service'
import { redOf, verifierSessions } from '@/lib/testing/verifier-sessions'
import { runCommand } from '@/lib/wallet/command'
import { writeCredentialFile } from '@/lib/wallet/credential-file'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { createNodeClient } from '@/lib/wallet/http/node-client'
import { checkIdOf } from '@/lib/wallet/misbehaviours/misbehaviour'
import {
  endOf,
  type PresentationMisbehaviour,
  sessionRequestOf,
} from '@/lib/wallet/misbehaviours/verifier/misbehaviour'
import { presentationMisbehaviours } from '@/lib/wallet/misbehaviours/verifier/registry'
import { obtainCredential } from '@/lib/wallet/verifier/obtain-credential'
import { fixedShare } from '@/scripts/thorough.mjs'

/** The Digital Credentials API by the command: the wallet plays the browser of a page, so its carrier is emulated. */

let service: TestService
let client: HttpClient
let folder: string
let file: string
beforeAll(async () => {
  service = await startService()
  client = createHttpClient(service.baseUrl)
  folder = mkdtempSync(join(tmpdir(), 'dc-api-'))
  file = join(folder, 'credentials.json')
  const get = { origin: service.baseUrl, http: createNodeClient() }
  const held: HeldCredential[] = []
  for (const format of ['dc+sd-jwt', 'mso_mdoc'] as const)
    held.push(...(await obtainCredential({ ...get, format })).credentials)
  writeCredentialFile(file, held)
})
afterAll(async () => {
  client.close()
  await service.close()
  rmSync(folder, { recursive: true })
})
const { create, read } = verifierSessions(() => client)

/** A run of the command, and what the service says of its session. */
async function present(body: JsonObject, ...options: string[]) {
  const { session_id: id, deeplink } = await create(body)
  return { id, ...(await run(deeplink, '--credential', file, ...options)), session: await read(id) }
}

async function run(...argv: string[]) {
  const printed: string[] = []
  const complaints: string[] = []
  const code = await runCommand(argv, {
    print: (line) => printed.push(line),
    complain: (line) => complaints.push(line),
  })
  return { code, printed, complaints }
}

const through = (...dc_api_protocols: DcApiProtocol[]): JsonObject => ({
  presentation_channel: 'dc_api',
  dc_api_protocols,
})
const pid = 'eu.europa.ec.eudi.pid.1'
const mdocQuery: JsonObject = {
  dcql_query: {
    credentials: [
      { id: 'pid', format: 'mso_mdoc', meta: { doctype_value: pid }, claims: [{ path: [pid, 'family_name'] }] },
    ],
  },
}
const sdJwtQuery: JsonObject = {
  dcql_query: {
    credentials: [
      {
        id: 'pid',
        format: 'dc+sd-jwt',
        meta: { vct_values: ['urn:eudi:pid:1'] },
        claims: [{ path: ['family_name'] }],
      },
    ],
  },
}
const queries = { 'dc+sd-jwt': sdJwtQuery, mso_mdoc: mdocQuery }
const modes = { 'dc_api.jwt': {}, dc_api: { response_mode: 'direct_post', profile: 'openid4vp' } }

const everyWay = dcApiProtocols.flatMap((protocol) =>
  Object.entries(queries).flatMap(([format, query]) =>
    Object.entries(modes).map(([mode, members]) => ({ protocol, format, mode, body: { ...query, ...members } })),
  ),
)
/** Mobile documents have a protocol of their own, whose responses are always encrypted. */
const possible = everyWay.filter(
  ({ protocol, format, mode }) => protocol !== 'org-iso-mdoc' || (format === 'mso_mdoc' && mode === 'dc_api.jwt'),
)

describe('the wallet that plays the browser', () => {
  it.each(possible)('ends green by $protocol with $format in $mode', async ({ protocol, format, body }) => {
    const { code, printed, session } = await present({ ...through(protocol), ...body })
    expect([code, printed.at(-1)]).toEqual([0, expect.stringContaining(format)])
    expect(redOf(session)).toEqual([])
    expect(session).toMatchObject({
      status: 'presentation_validated',
      checks: { presentation_valid: true, summary: { verdict: 'pass' } },
      dc_api: {
        origin: service.baseUrl,
        answered_protocol: protocol,
        calls: [expect.objectContaining({ carrier: 'emulated', outcome: 'answer', error_name: null })],
      },
      observed: { carrier: 'emulated' },
    })
    const carriers = session.exchanges.map(({ operation, carrier }) => [operation, carrier])
    expect(carriers.filter(([, carrier]) => carrier === 'browser')).toEqual([])
  })

  it('gets a credential of each format first where it holds none', async () => {
    const { deeplink, session_id } = await create({ ...through('org-iso-mdoc'), ...mdocQuery })
    const { code, printed } = await run(deeplink)
    expect([code, printed[0]]).toEqual([
      0,
      `The wallet holds no credential and gets one from ${service.baseUrl} first.`,
    ])
    expect((await read(session_id)).status).toBe('presentation_validated')
  })

  it.each(dcApiProtocols)('answers %s of all where it is told to, else the first', async (protocol) => {
    const all = { ...through(...dcApiProtocols), ...mdocQuery }
    const { session, code } = await present(all, '--dc-protocol', protocol)
    expect([code, redOf(session), session.dc_api?.answered_protocol]).toEqual([0, [], protocol])
  })

  it('waits for the verdict of the session behind a page', async () => {
    const { code, printed } = await present(through('openid4vp-v1-signed'), '--wait-verdict')
    expect([code, printed.at(-1)]).toEqual([0, expect.stringMatching(/^Verdict: passed, /)])
  })

  it('is told to be one of HAIP, and then refuses a response in the clear under HAIP', async () => {
    const test = { ...through('openid4vp-v1-signed'), negative_test: 'dc_mode_plain' }
    const asked = await present(test, '--haip')
    expect([asked.code, asked.printed.at(-2)]).toEqual([1, 'Declined: invalid_request'])
    expect([redOf(asked.session), asked.session.checks.summary.verdict]).toEqual([[], 'pass'])
    const other = await present(test)
    expect([other.code, redOf(other.session)]).toEqual([0, ['vp.negative.rejected']])
    const right = await present(through('openid4vp-v1-signed', 'openid4vp-v1-unsigned'), '--haip')
    expect([right.code, redOf(right.session)]).toEqual([0, []])
  })

  it('shares nothing where its user does not agree, and the session stays open', async () => {
    const { code, printed, session } = await present(through('openid4vp-v1-signed'), '--deny')
    expect([code, printed.at(-2)]).toEqual([1, 'Declined: NotAllowedError'])
    expect(session.status).toBe('request_retrieved')
    expect(session.dc_api?.calls).toEqual([
      expect.objectContaining({ outcome: 'error', error_name: 'NotAllowedError', carrier: 'emulated' }),
    ])
    expect(redOf(session)).toEqual([])
  })

  it.each([
    ['a misbehaviour of links', 'vp.reqpost.wallet_nonce'],
    ['one of another protocol', 'vp.annexc.structure'],
    ['one of a denial in a form', 'vp.error.code_known'],
  ])('sends nothing with %s', async (_words, id) => {
    const { code, printed, session } = await present(through('openid4vp-v1-signed'), '--misbehave', id)
    expect([code, printed.at(-1)]).toEqual([
      1,
      expect.stringContaining('this misbehaviour needs a session of another kind'),
    ])
    expect(session.status).toBe('created')
  })

  it.each([
    ['vp.kb.nonce', sdJwtQuery],
    ['vp.jwe.enc', sdJwtQuery],
    ['vp.mdoc.device_signature', mdocQuery],
    ['vp.mdoc.device_signature~nonce', mdocQuery],
    ['vp.min.only_requested_sdjwt', sdJwtQuery],
  ])('does wrong through a browser what it does wrong by link: %s', async (id, query) => {
    const { session } = await present({ ...through('openid4vp-v1-signed'), ...query }, '--misbehave', id)
    expect(redOf(session)).toContain(checkIdOf({ id }))
  })
})

const needsBrowser = ({ needs }: PresentationMisbehaviour): boolean =>
  needs?.sessionOptions?.presentation_channel === 'dc_api'
const testOf = ({ needs }: PresentationMisbehaviour): unknown => needs?.sessionOptions?.negative_test
/** As it is sent. */
const sessionFor = ({ needs = {} }: PresentationMisbehaviour): JsonObject =>
  JSON.parse(JSON.stringify(sessionRequestOf(needs)))
const ofBrowser = presentationMisbehaviours.filter(needsBrowser)

describe('each misbehaviour', () => {
  it.each(fixedShare(ofBrowser.filter((one) => testOf(one) === undefined)).map((one) => [one.id, one] as const))(
    '%s turns red what it breaks and nothing else',
    async (id, one) => {
      const { session, code, printed } = await present(sessionFor(one), '--misbehave', id)
      expect(code).toBe(endOf(one) === 'presented' ? 0 : 1)
      expect(printed.join('\n')).toContain('! marks what the wallet did wrong on purpose.')
      expect(redOf(session).sort()).toEqual([checkIdOf(one), ...(one.alsoFails ?? [])].sort())
    },
  )

  it('is there for each check of this channel', () => {
    const ids = new Set(ofBrowser.map(checkIdOf).filter((id) => /^vp\.(dcapi|annexc)\./.test(id)))
    expect(ids.size).toBe(18)
  })
})
