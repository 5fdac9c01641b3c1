import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/scripts/thorough.mjs'
import { generateKey } from '../../jose/key'
import { isObject, type JsonObject } from '../../json'
import { createBrowserVerifier, makeBrowserEntry } from '../../testing/browser-requests'
import { createCredentialMaker } from '../../testing/credential-maker'
import { createMdocMaker, holdMdoc } from '../../testing/mdoc-maker'
import { holdCredential } from '../../testing/presenting-wallet'
import { pidQuery } from '../../testing/scripted-verifier'
import { answerBrowserRequest } from './answer-browser-request'
import { type BrowserProtocol, browserProtocols } from './digital-request'

const origin = 'https://verifier.example'
const nowMillis = Date.now()
const verifier = await createBrowserVerifier({ origin, nowMillis })
const credentials = [
  await holdCredential(await createCredentialMaker(nowMillis)),
  await holdMdoc(await createMdocMaker(nowMillis), nowMillis),
]
const key = generateKey()
const pid = 'eu.europa.ec.eudi.pid.1'
const mdocQuery = {
  credentials: [
    { id: 'pid', format: 'mso_mdoc', meta: { doctype_value: pid }, claims: [{ path: [pid, 'family_name'] }] },
  ],
}
const entry = (protocol: BrowserProtocol) =>
  makeBrowserEntry(verifier, { protocol, nonce: 'n', key, query: protocol === 'org-iso-mdoc' ? mdocQuery : pidQuery })

/** Whatever the request, the wallet returns something that a browser can pass on. */
async function expectOutcome(digital: unknown, profile: object = {}): Promise<void> {
  const outcome = await answerBrowserRequest({ digital, origin, credentials, profile })
  if ('refusal' in outcome) expect(outcome.refusal).toBe('NotAllowedError')
  else expect(isObject(outcome.data)).toBe(true)
}
const careless = { verification: 'none' }

describe('a request of any kind', () => {
  it('has an outcome', async () => {
    const data = fc.oneof(fc.jsonValue(), fc.record({ request: fc.jsonValue() }))
    const request = fc.record({ protocol: fc.constantFrom(...browserProtocols, 'preview'), data })
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.jsonValue(), fc.record({ requests: fc.array(request) })), async (digital) => {
        await expectOutcome(digital)
        await expectOutcome(digital, careless)
      }),
      runs(200),
    )
  })

  it('has an outcome where one place of a right one is anything', async () => {
    const rights = browserProtocols.map(entry)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...rights), fc.nat(), fc.jsonValue(), async (right, place, value) => {
        const requests = [{ ...right, data: changedAt(right.data, place, value) }]
        await expectOutcome({ requests })
        await expectOutcome({ requests }, careless)
      }),
      runs(300),
    )
  })

  it('has an outcome where one byte of its CBOR is another', async () => {
    const { protocol, data } = entry('org-iso-mdoc')
    const member = fc.constantFrom('deviceRequest', 'encryptionInfo')
    await fc.assert(
      fc.asyncProperty(member, fc.nat(), fc.integer({ min: 1, max: 255 }), async (name, place, difference) => {
        const bytes = Buffer.from(String(data[name]), 'base64url')
        const at = place % bytes.length
        bytes.writeUInt8(bytes.readUInt8(at) ^ difference, at)
        const requests = [{ protocol, data: { ...data, [name]: bytes.toString('base64url') } }]
        await expectOutcome({ requests })
        await expectOutcome({ requests }, careless)
      }),
      runs(300),
    )
  })
})

/** A copy with another value at one place, counted through all members at every level. */
function changedAt(data: JsonObject, place: number, value: unknown): unknown {
  const paths: (string | number)[][] = []
  const walk = (inner: unknown, path: (string | number)[]): void => {
    if (path.length > 0) paths.push(path)
    if (isObject(inner)) for (const [name, member] of Object.entries(inner)) walk(member, [...path, name])
    if (Array.isArray(inner)) for (const [index, element] of inner.entries()) walk(element, [...path, index])
  }
  walk(data, [])
  const path = paths[place % paths.length] ?? []
  const copy = structuredClone(data)
  let parent: Record<string | number, unknown> = copy
  for (const step of path.slice(0, -1)) parent = parent[step] as Record<string | number, unknown>
  parent[path.at(-1) ?? ''] = value
  return copy
}
