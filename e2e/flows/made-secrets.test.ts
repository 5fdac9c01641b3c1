import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { declaredItems, itemNames } from '@/lib/core/campaigns/official-cases/declared-items'
import { sessionId } from '@/lib/core/shared/ports/ids'
import { createHandPresenter } from '@/lib/testing/hand-presenter'
import { createHandWallet } from '@/lib/testing/hand-wallet'
import type { JsonRecord } from '@/lib/testing/http-client'
import { claim } from '@/lib/testing/jwt-changes'
import { serviceForTests } from '@/lib/testing/service-for-tests'
import { undoEncodings } from '@/lib/testing/undo-encodings'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'

describe('secrets that the service made', () => {
  const service = serviceForTests()
  const { http } = service

  it.each(['\n', '\r\n\t ', '\u0085', '\u2028'])(
    'a c_nonce is known in the description of a notification across %j',
    async (gap) => {
      const value = await (await createHandWallet(service)).freshNonce()
      const event_description = (value.match(/.{1,15}/g) ?? []).join(gap)
      await http({
        method: 'POST',
        path: '/issuers/eu-pid-device-bound/notification',
        headers: [['Content-Type', 'application/json']],
        body: JSON.stringify({ notification_id: 'x', event: 'credential_failure', event_description }),
      })
      const ledger = await http({ path: '/oid4vci/requests' })
      expect(ledger.body).toContain(`"event_description":"[redacted:${event_description.length}]"`)
      expect(ledger.body).not.toContain(value.slice(0, 15))
    },
  )

  it('a state of ours is hidden in the body, the events and the findings of another session, a state of the tester’s own is not', async () => {
    const post = (body: object) =>
      http({
        method: 'POST',
        path: '/openid4vp/sessions',
        headers: [['Content-Type', 'application/json']],
        body: JSON.stringify(body),
      })
    const created = (await post({ response_mode: 'direct_post' })).object() as JsonRecord & {
      readonly authorization_request: JsonRecord
    }
    const state = String(created.authorization_request.state)
    const chosen = `chosen-by-the-tester-${'x'.repeat(22)}`
    await post({ presentation_request: { state: chosen } })
    const wallet = await createHandWallet(service)
    for (const text of [state, chosen]) await wallet.requestToken({ form: (form) => form.set('client_id', text) })
    const texts = async (root: string): Promise<string> =>
      (await Promise.all([root, `${root}/events`].map(async (path) => (await http({ path })).body))).join('')
    const other = await texts(`/sessions/${wallet.created.session_id}`)
    expect(other).not.toContain(state)
    expect(other).toContain(chosen)
    expect(await texts(`/openid4vp/sessions/${created.session_id}`)).toContain(state)
  })
})

describe('made secrets in texts that are cut', () => {
  /** Findings, events and free texts cut long texts, also where one of our values begins just before the cut. */
  const noCredential = {} as HeldCredential
  const service = serviceForTests({ env: { LOG_LEVEL: 'error', LOG_FORMAT: 'pretty' } })

  const hex = (value: string, write: (code: string) => string): string =>
    [...value].map((one) => write(one.charCodeAt(0).toString(16).padStart(2, '0'))).join('')

  /** Encodings that stretch a value so far that its first half may exceed what is shown. */
  const written: Readonly<Record<string, (value: string) => string>> = {
    'percent-encoded': (value) => hex(value, (code) => `%${code}`),
    'with \\u escapes': (value) => hex(value, (code) => `\\u00${code}`),
    'in hexadecimal digits': (value) => hex(value, (code) => code),
  }

  it.each(Object.entries(written))(
    'nothing of a value of ours can be read where a text is cut: %s',
    async (_, write) => {
      const value = await (await createHandWallet(service)).freshNonce()
      const wallet = await createHandWallet(service)
      const presenter = await createHandPresenter(service, noCredential)
      // Findings and events show 80, 100 or 200 characters, free texts 512: less than half of the value precedes the
      // cut.
      const cutBefore = (charactersMax: number): string => {
        const text = write(value)
        return `${'-_'.repeat(256).slice(0, charactersMax - Math.floor(text.length * 0.45))}|${text}${'|tail'.repeat(40)}`
      }
      await wallet.requestCredential({ proof: claim('iss', cutBefore(200)) })
      await wallet.requestToken({ form: (form) => form.set('grant_type', cutBefore(80)) })
      await wallet.requestToken({
        form: (form) => form.set('client_id', cutBefore(200)),
        dpop: claim('jti', cutBefore(200)),
      })
      await presenter.post([
        ['error', cutBefore(200)],
        ['error_description', cutBefore(512)],
        ['state', String(presenter.request.state)],
      ])
      const { store } = service.container.ports
      const stored = await Promise.all(
        [wallet, presenter].map(async ({ created }) => {
          const id = sessionId(String(created.session_id))
          return JSON.stringify([await store.exchanges(id), await store.events(id)])
        }),
      )
      expect(stored.join()).toContain('[redacted:')
      const readings = stored.flatMap(undoEncodings)
      const left = Array.from({ length: value.length - 8 }, (_, at) => value.slice(at, at + 8)).filter((part) =>
        readings.some((reading) => reading.includes(part)),
      )
      expect(left).toEqual([])
    },
  )
})

describe('made secrets that somebody enters', () => {
  /** Values of the service are found in what people enter, as in what wallets send. */
  const service = serviceForTests()
  const { http } = service
  let value: string
  const wallet = { name: 'A wallet', version: '1' }
  beforeAll(async () => {
    value = await (await createHandWallet(service)).freshNonce()
    await post('/campaigns', { wallet, presets: ['sd_jwt_baseline'] })
  })

  const send = (path: string, body: JsonRecord) =>
    http({ method: 'POST', path, headers: [['Content-Type', 'application/json']], body: JSON.stringify(body) })
  async function post(path: string, body: JsonRecord): Promise<JsonRecord> {
    const answer = await send(path, body)
    expect(answer.status, answer.body).toBe(201)
    return answer.object()
  }
  /** The value as somebody may copy it: in a sentence, across a line break, and encoded. */
  const spellings = () => [
    `seen ${value}.`,
    `seen ${value.slice(0, 20)}\n${value.slice(20)}.`,
    `seen ${Buffer.from(value).toString('base64url')}.`,
  ]
  /** Expects this many values to be hidden. */
  const expectHidden = (shown: unknown, count = 1): void => {
    const text = JSON.stringify(shown)
    expect(text.match(/seen \[redacted:\d+\]\./g)).toHaveLength(count)
    expect(text).not.toContain(value.slice(0, 20))
  }

  describe('a value of the service in what people enter', () => {
    it('is hidden in notes, testers and declarations, in the answer and afterwards', async () => {
      const cases = (await http({ path: '/fcaf.json' })).object().cases as { id: string; class: string }[]
      const manual = cases.find((one) => one.class === 'manual')
      const listed = itemNames.find((name) => declaredItems[name].kind !== 'boolean')
      for (const text of spellings()) {
        const line = text.replace('\n', ' ')
        const entered = {
          wallet,
          case: manual?.id,
          result: 'passed',
          note: text,
          tester: line,
          evidence: [{ note: text }],
        }
        expectHidden(await post('/coverage/results', entered), 3)
        const said = await post('/coverage/declarations', {
          wallet,
          tester: { name: line, organisation: line },
          items: { [listed ?? '']: [line] },
        })
        expectHidden(said, 3)
      }
      const { name, version } = wallet
      const { store } = service.container.ports
      const query = { wallet: { name, version }, operatorOnly: false, max: 50 }
      expectHidden([await store.enteredResults(query), await store.declarations(query)], 18)
    })

    it('is hidden in names of sessions and campaigns, given at first and later', async () => {
      for (const text of spellings()) {
        const name = text.replace('\n', ' ')
        const named = { name, rename_digest: createHash('sha256').update('mine').digest('base64url') }
        const { session_id: id } = await post('/sessions', { flow: 'pre_authorized_code', ...named })
        expectHidden((await http({ path: `/sessions/${id}` })).object().name)
        const { session_id: other } = await post('/openid4vp/sessions', named)
        expectHidden((await http({ path: `/openid4vp/sessions/${other}` })).object().name)
        const campaign = await post('/campaigns', { wallet, presets: ['sd_jwt_baseline'], ...named })
        expectHidden(campaign.name)
        for (const run of [id, other, campaign.campaign_id]) {
          const later = await send('/names', { run, name: `Later, ${name}`, secret: 'mine' })
          expect(later.status, later.body).toBe(200)
          expectHidden(later.object().name)
        }
        for (const path of [`/sessions/${id}`, `/openid4vp/sessions/${other}`, `/campaigns/${campaign.campaign_id}`])
          expectHidden((await http({ path })).object().name)
      }
    })

    it('is refused where nothing can take its place, and the answer says where', async () => {
      const refused = async (path: string, body: JsonRecord, pointer: string): Promise<void> => {
        const answer = await send(path, body)
        const { error, error_description: why, pointer: at } = answer.object()
        expect([answer.status, error, at]).toEqual([400, 'invalid_request', pointer])
        expect(why).toContain('leave it out')
        expect(answer.body).not.toContain(value)
      }
      await refused(
        '/campaigns',
        { wallet: { name: value, version: '1' }, presets: ['sd_jwt_baseline'] },
        '/wallet/name',
      )
      await refused(
        '/sessions',
        { flow: 'pre_authorized_code', tx_code: { input_mode: 'numeric', description: `Type ${value}` } },
        '/tx_code/description',
      )
      await refused(
        '/openid4vp/sessions',
        { presentation_request: { client_metadata: { client_name: `x${value}` } } },
        '/presentation_request/client_metadata/client_name',
      )
    })
  })
})
