import { verify, X509Certificate } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EpochMillis, epochMillis, fromIso } from '@/lib/core/ground/time/time'
import { type KeyStore, openKeyStore } from './key-store'

const start: EpochMillis = fromIso('2026-11-20T12:00:00Z') ?? epochMillis(0)
const id = 'AAAAAAAAAAAAAAAAAAAA_-'
const other = 'BBBBBBBBBBBBBBBBBBBB_-'

let directory: string
let store: KeyStore
const open = () => openKeyStore({ directory, baseUrl: 'https://capture.example', now: () => start })
beforeAll(async () => {
  directory = join(await mkdtemp(join(tmpdir(), 'laboratory-keys-')), 'keys')
  store = await open()
})
afterAll(() => rm(join(directory, '..'), { recursive: true }))

const certified = async (of: KeyStore, laboratory: string) => {
  const certificates = await of.laboratoryKeys.certify(laboratory)
  if (certificates === null) throw new Error('The root certifies nothing.')
  return { id: laboratory, certificates }
}

describe('the keys of a laboratory', () => {
  it('are the same in every process and after a restart, and in no file', async () => {
    const files = await readdir(directory, { recursive: true })
    const one = store.laboratoryKeys.keys(await certified(store, id))
    const again = await open()
    const same = again.laboratoryKeys.keys(await certified(again, id))
    for (const purpose of ['accessToken', 'credential', 'mdoc', 'requestEncryption'] as const)
      expect(same[purpose].publicJwk).toEqual(one[purpose].publicJwk)
    expect(again.laboratoryKeys.accessToken(id).publicJwk).toEqual(one.accessToken.publicJwk)
    expect(await readdir(directory, { recursive: true })).toEqual(files)
  })

  it('differ by purpose and by laboratory, and from those of another installation', async () => {
    const elsewhere = join(directory, '..', 'elsewhere')
    const stranger = await openKeyStore({ directory: elsewhere, baseUrl: 'https://capture.example', now: () => start })
    const all = await Promise.all(
      [
        [store, id],
        [store, other],
        [stranger, id],
      ].map(async ([of, laboratory]) => {
        const keys = (of as KeyStore).laboratoryKeys.keys(await certified(of as KeyStore, laboratory as string))
        return [keys.accessToken, keys.credential, keys.mdoc, keys.requestEncryption].map(({ kid }) => kid)
      }),
    )
    expect(new Set(all.flat()).size).toBe(12)
  })

  it('have a stranger beside them, with the same key each time, whose root is nowhere', async () => {
    const [one, again] = [await store.laboratoryKeys.stranger(id), await (await open()).laboratoryKeys.stranger(id)]
    expect([again.kid, one.x5c.length]).toEqual([one.kid, 1])
    const leaf = new X509Certificate(Buffer.from(one.x5c[0] ?? '', 'base64'))
    expect(leaf.verify(leaf.publicKey)).toBe(false)
    expect(leaf.verify(new X509Certificate(store.rootPem()).publicKey)).toBe(false)
    const signature = one.sign(Buffer.from('x'))
    expect(verify('sha256', Buffer.from('x'), { key: leaf.publicKey, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true)
  })

  it('sign under certificates of the root that name the laboratory', async () => {
    const { credential, mdoc, accessToken } = store.laboratoryKeys.keys(await certified(store, id))
    const root = new X509Certificate(store.rootPem())
    for (const signer of [credential, mdoc]) {
      const leaf = new X509Certificate(Buffer.from(signer.x5c[0] ?? '', 'base64'))
      expect(leaf.verify(root.publicKey)).toBe(true)
      const signature = signer.sign(Buffer.from('text'))
      const key = { key: leaf.publicKey, dsaEncoding: 'ieee-p1363' } as const
      expect(verify('sha256', Buffer.from('text'), key, signature)).toBe(true)
      expect(signer.validFrom).not.toBeNull()
    }
    const leaf = new X509Certificate(Buffer.from(credential.x5c[0] ?? '', 'base64'))
    expect(leaf.subjectAltName).toContain(`URI:https://capture.example/lab/${id}`)
    expect(accessToken.x5c).toEqual([])
  })

  it('are made once, when one of them is first asked for', async () => {
    const laboratory = await certified(store, 'CCCCCCCCCCCCCCCCCCCC_-')
    const keys = store.laboratoryKeys.keys({ ...laboratory, certificates: { credential: ['none'], mdoc: ['none'] } })
    expect(keys.requestEncryption).toBe(keys.requestEncryption)
    expect(() => keys.credential).toThrow()
    expect(Object.keys(keys)).toEqual(['accessToken', 'credential', 'mdoc', 'requestEncryption'])
  })

  it('come back after many others were asked for', async () => {
    const { kid } = store.laboratoryKeys.accessToken(id)
    for (let count = 0; count < 300; count++) store.laboratoryKeys.accessToken(`${count}`.padStart(22, 'x'))
    expect(store.laboratoryKeys.accessToken(id).kid).toBe(kid)
  })
})
