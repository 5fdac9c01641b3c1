import 'reflect-metadata'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { epochMillis } from '@/lib/core/ground/time/time'
import { startPocketBase, type TestPocketBase } from '@/lib/testing/pocketbase'
import { annexCTranscriptOf, sealAnnexC } from '@/lib/testing/presented/annex-c'
import { type MdocParties, makeDeviceResponseBytes, mdocParties } from '@/lib/testing/presented/make-device-response'
import { readPlaces } from '@/lib/testing/read-places'
import { startWebProcess, type WebProcess } from '@/lib/testing/web-process'
import { findSecrets, type Place } from '@/lib/wallet/secrets/wallet-secrets'

/**
 * Nothing of an mdoc that comes encrypted in the form of ISO/IEC TS 18013-7, Annex C, is found anywhere afterwards: no value, no salt,
 * no text of it, whatever was wrong with the answer.
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
