import { covers } from '@/lib/testing/covers'
import 'reflect-metadata'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { epochMillis } from '@/lib/core/shared/time/time'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import { annexCTranscriptOf, sealAnnexC } from '@/lib/testing/presented/annex-c'
import { type MdocParties, makeDeviceResponseBytes, mdocParties } from '@/lib/testing/presented/make-device-response'
import { readPlaces } from '@/lib/testing/read-places'
import { startWebProcess, type WebProcess } from '@/lib/testing/web-process'
import type { HeldCredential } from '@/lib/wallet/formats/stored-credential'
import { findSecrets, type Place } from '@/lib/wallet/secrets/wallet-secrets'
import { createCredentialMaker } from '@/lib/wallet/testing/credential-maker'
import { holdCredential } from '@/lib/wallet/testing/presenting-wallet'
import { runAtVerifier } from '@/lib/wallet/verifier/run-at-verifier'

describe('secrets of a presentation', () => {
  /**
   * Nothing that a wallet presents is found anywhere afterwards: no claim value, salt or token in the database files, a
   * log or a read-back, whatever was wrong with the response.
   */
  let pocketBase: TestPocketBase
  let web: WebProcess
  let credential: HeldCredential
  const printed: Buffer[] = []
  const sessions: string[] = []
  const secrets = new Map<string, string>()
  /** Deliberately visible: shows that the search finds what is there. */
  const visible = `visible-${randomBytes(12).toString('hex')}`

  const secret = (name: string): string => {
    const value = `Otter-${name}-${randomBytes(9).toString('hex')}`
    secrets.set(name, value)
    return value
  }

  beforeAll(async () => {
    const onOutput = (chunk: Buffer): void => void printed.push(chunk)
    pocketBase = await startPocketBase({ onOutput })
    web = await startWebProcess({ pocketBase, onOutput, env: { LOG_LEVEL: 'trace', LOG_FORMAT: 'json' } })
    credential = await holdCredential(await createCredentialMaker(Date.now()), {
      payload: {
        family_name: secret('family-name'),
        birth_family_name: secret('birth-family-name'),
        address: { locality: secret('locality'), country: 'IT' },
      },
    })
    secrets.set('mail', `${secret('mail-name')}@example.org`)
    const [jwt = '', ...disclosures] = credential.raw.split('~')
    const [, payload = '', signature = ''] = jwt.split('.')
    secrets.set('payload of the credential', payload)
    secrets.set('signature of the credential', signature)
    for (const [index, disclosure] of disclosures.filter((part) => part !== '').entries()) {
      secrets.set(`Disclosure ${index}`, disclosure)
      secrets.set(`salt ${index}`, JSON.parse(Buffer.from(disclosure, 'base64url').toString())[0])
    }
  })
  afterAll(async () => {
    await web.remove()
    await pocketBase.remove()
  })

  const claims = [{ path: ['family_name'] }, { path: ['address', 'locality'] }]
  const dcql_query = {
    credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['urn:eudi:pid:1'] }, claims }],
  }

  async function create(
    response_mode: string,
    members: object = {},
  ): Promise<{ session_id: string; deeplink: string; response_uri: string; request_uri: string }> {
    const body = JSON.stringify({ response_mode, dcql_query, presentation_request: { note: visible }, ...members })
    const answer = await fetch(`${web.baseUrl}/openid4vp/sessions`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json' },
    })
    const session = await answer.json()
    sessions.push(session.session_id)
    return session
  }

  /** Sends the presentation in every wrong place of a form and of JSON. */
  async function sendAstray(vpToken: string): Promise<void> {
    const bodies: readonly (readonly [string, string])[] = [
      ['application/x-www-form-urlencoded', new URLSearchParams({ vp_token: vpToken.slice(1) }).toString()],
      ['application/x-www-form-urlencoded', new URLSearchParams({ presentation: vpToken, state: vpToken }).toString()],
      [
        'application/x-www-form-urlencoded',
        new URLSearchParams({ error: 'access_denied', error_description: vpToken }).toString(),
      ],
      ['application/json', JSON.stringify({ vp_token: JSON.parse(vpToken), family_name: secrets.get('family-name') })],
      ['text/plain', vpToken],
      ['text/plain', `${secrets.get('family-name')} of ${secrets.get('locality')}`],
      ['multipart/form-data; boundary=x', `--x\r\n\r\n${secrets.get('family-name')}\r\n--x--\r\n`],
      [
        'application/x-www-form-urlencoded',
        new URLSearchParams({
          error: 'access_denied',
          error_description: `${secrets.get('mail')} did not agree`,
          error_uri: `https://wallet.example/?who=${secrets.get('family-name')}`,
        }).toString(),
      ],
    ]
    for (const [type, body] of bodies) {
      const { response_uri, request_uri } = await create('direct_post')
      for (const address of [response_uri, request_uri]) {
        const answer = await fetch(address, { method: 'POST', body, headers: { 'Content-Type': type } })
        expect(answer.status).toBeLessThan(500)
      }
    }
  }

  /** Posts the presentation from a page in every possible place, right and wrong. */
  async function sendThroughBrowser(vpToken: string): Promise<void> {
    const presented = JSON.parse(vpToken)
    const family = secrets.get('family-name')
    const page = { origin: web.baseUrl, elapsed_ms: 2000, allows: { [String(family)]: true } }
    const answer = { outcome: 'answer', protocol: 'openid4vp-v1-signed', page }
    const error = { name: family, message: `${family} of ${secrets.get('mail')}`, code: 1 }
    const bodies: readonly unknown[] = [
      { ...answer, data: { vp_token: presented } },
      { ...answer, data: vpToken },
      { ...answer, data: { vp_token: vpToken, family_name: family } },
      { ...answer, data: { response: vpToken } },
      { ...answer, data: { error: 'access_denied', error_description: vpToken } },
      { ...answer, protocol: family, data: { vp_token: presented } },
      { ...answer, page: { origin: `https://${family}.example/x`, elapsed_ms: family, allows: vpToken }, data: {} },
      { outcome: 'error', error, page },
      { outcome: 'unsupported', reason: family, page },
      { outcome: vpToken, page },
      { outcome: 'left', page, more: vpToken },
      vpToken,
    ]
    for (const mode of ['direct_post', 'direct_post.jwt'])
      for (const body of bodies) {
        const { session_id: id } = await create(mode, { presentation_channel: 'dc_api' })
        const sent = await fetch(`${web.baseUrl}/openid4vp/sessions/${id}/dc-api/result`, {
          method: 'POST',
          body: typeof body === 'string' ? body : JSON.stringify(body),
          headers: { 'Content-Type': 'application/json' },
        })
        expect(sent.status).toBeLessThan(500)
      }
  }

  async function everyPlace(): Promise<Place[]> {
    const places: Place[] = [{ name: 'logs', bytes: Buffer.concat(printed) }]
    for (const path of [
      ...sessions.flatMap((id) => [`/openid4vp/sessions/${id}`, `/openid4vp/sessions/${id}/events`]),
    ]) {
      const answer = await fetch(`${web.baseUrl}${path}`)
      expect(answer.status).toBe(200)
      places.push({ name: path.endsWith('/events') ? 'events' : 'session', bytes: Buffer.from(await answer.text()) })
    }
    return [...places, ...(await readPlaces(pocketBase.dataDir))]
  }

  covers('A1.5')
  it('keeps no value, salt or token of a presentation, good, refused or astray', async () => {
    for (const mode of ['direct_post', 'direct_post.jwt']) {
      for (const misbehave of [
        undefined,
        'vp.kb.signature',
        'vp.sdjwt.disclosure_referenced',
        'vp.min.only_requested_sdjwt',
      ]) {
        const { deeplink } = await create(mode)
        const run = await runAtVerifier({ deeplink, credentials: [credential], ...(misbehave ? { misbehave } : {}) })
        for (const [index, { step, body }] of run.log.entries()) {
          const sent = step === 'response' ? new URLSearchParams(body ?? '') : new URLSearchParams()
          const jwe = sent.get('response')?.split('.')[3]
          if (jwe) secrets.set(`ciphertext ${mode} ${misbehave} ${index}`, jwe)
          const vpToken = sent.get('vp_token')
          if (vpToken === null) continue
          const [presentation = ''] = JSON.parse(vpToken).pid ?? []
          secrets.set(`KB-JWT signature ${misbehave} ${index}`, presentation.split('.').at(-1))
          if (misbehave !== undefined) continue
          await sendAstray(vpToken)
          await sendThroughBrowser(vpToken)
        }
      }
    }
    const places = await everyPlace()
    const found = findSecrets(places, new Map([['visible on purpose', visible]])).map(({ place }) => place)
    expect(found).toEqual(expect.arrayContaining(['session', 'data.db-wal']))
    expect(secrets.size).toBeGreaterThan(20)
    const leaks = findSecrets(places, secrets)
    expect(leaks.map(({ place, secret, form }) => `${secret} is in ${place} ${form}`)).toEqual([])
  })
})

describe('secrets of an ISO mdoc presentation', () => {
  /**
   * Nothing of an encrypted mdoc response of ISO/IEC TS 18013-7 Annex C is found anywhere afterwards: no value, salt or
   * text, whatever was wrong with the response.
   */
  let pocketBase: TestPocketBase
  let web: WebProcess
  let parties: MdocParties
  const now = Date.now()
  const printed: Buffer[] = []
  const sessions: string[] = []
  const secrets = new Map<string, string>()
  /** Deliberately visible: shows that the search finds what is there. */
  const visible = `visible-${randomBytes(12).toString('hex')}`

  beforeAll(async () => {
    const onOutput = (chunk: Buffer): void => void printed.push(chunk)
    pocketBase = await startPocketBase({ onOutput })
    web = await startWebProcess({ pocketBase, onOutput, env: { LOG_LEVEL: 'trace', LOG_FORMAT: 'json' } })
    parties = await mdocParties(epochMillis(now))
  })
  afterAll(async () => {
    await web.remove()
    await pocketBase.remove()
  })

  const json = { 'Content-Type': 'application/json' }
  const pid = 'eu.europa.ec.eudi.pid.1'
  const name = `Otter-family-name-${randomBytes(9).toString('hex')}`
  const dcql_query = {
    credentials: [
      { id: 'pid', format: 'mso_mdoc', meta: { doctype_value: pid }, claims: [{ path: [pid, 'family_name'] }] },
    ],
  }

  async function start(): Promise<{ readonly id: string; readonly encryptionInfo: string }> {
    const answer = await fetch(`${web.baseUrl}/openid4vp/sessions`, {
      method: 'POST',
      body: JSON.stringify({
        presentation_channel: 'dc_api',
        dc_api_protocols: ['org-iso-mdoc'],
        dcql_query,
        presentation_request: { note: visible },
        trust_anchors: [parties.rootBase64],
      }),
      headers: json,
    })
    const { session_id: id } = await answer.json()
    sessions.push(id)
    const { digital } = await (await fetch(`${web.baseUrl}/openid4vp/sessions/${id}/dc-api`)).json()
    return { id, encryptionInfo: digital.requests[0].data.encryptionInfo }
  }

  async function post(id: string, data: unknown): Promise<number> {
    const { status } = await fetch(`${web.baseUrl}/openid4vp/sessions/${id}/dc-api/result`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ outcome: 'answer', protocol: 'org-iso-mdoc', data, page: { elapsed_ms: 5000 } }),
    })
    return status
  }

  async function everyPlace(): Promise<Place[]> {
    const places: Place[] = [{ name: 'logs', bytes: Buffer.concat(printed) }]
    for (const path of sessions.flatMap((id) => [`/openid4vp/sessions/${id}`, `/openid4vp/sessions/${id}/events`])) {
      const answer = await fetch(`${web.baseUrl}${path}`)
      expect(answer.status).toBe(200)
      places.push({ name: path.endsWith('/events') ? 'events' : 'session', bytes: Buffer.from(await answer.text()) })
    }
    return [...places, ...(await readPlaces(pocketBase.dataDir))]
  }

  it('keeps nothing of an mdoc, be its answer right, refused or not encrypted', async () => {
    secrets.set('family name', name)
    const make = async () => {
      const session = await start()
      const binding = { encryptionInfo: session.encryptionInfo, origin: web.baseUrl }
      const plaintext = makeDeviceResponseBytes(parties, {
        now,
        elements: { family_name: name },
        transcript: annexCTranscriptOf(binding.encryptionInfo, binding.origin),
        item: (item) =>
          secrets.set(`salt ${sessions.length}`, Buffer.from(item.get('random') as Uint8Array).toString('hex')),
      })
      const text = Buffer.from(plaintext).toString('base64url')
      secrets.set(`mdoc ${sessions.length}`, text.slice(200, 300))
      return { ...session, binding, plaintext, text }
    }
    const right = await make()
    const response = await sealAnnexC(right.plaintext, right.binding)
    secrets.set('ciphertext', response.slice(200, 300))
    expect(await post(right.id, { response })).toBe(200)
    const asText = await make()
    expect(await post(asText.id, { response: await sealAnnexC(Buffer.from(asText.text), asText.binding) })).toBe(400)
    const wrongInfo = await make()
    const closed = await sealAnnexC(wrongInfo.plaintext, wrongInfo.binding, { info: new Uint8Array() })
    expect(await post(wrongInfo.id, { response: closed })).toBe(400)
    const inClear = await make()
    expect(await post(inClear.id, { response: inClear.text })).toBe(400)
    expect(await post(inClear.id, { vp_token: { pid: [inClear.text] }, DeviceResponse: inClear.text })).toBe(400)
    expect(await post(inClear.id, { response: [name], family_name: name })).toBe(400)
    const places = await everyPlace()
    const found = findSecrets(places, new Map([['visible on purpose', visible]])).map(({ place }) => place)
    expect(found).toEqual(expect.arrayContaining(['session', 'data.db-wal']))
    expect(secrets.size).toBe(10)
    const leaks = findSecrets(places, secrets)
    expect(leaks.map(({ place, secret, form }) => `${secret} is in ${place} ${form}`)).toEqual([])
  })
})
