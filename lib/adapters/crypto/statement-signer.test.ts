import { createPrivateKey, X509Certificate } from 'node:crypto'
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { unfitLeaf } from '@/lib/core/campaigns/bundle/signer-certificates'
import { addSeconds, epochMillis, fromIso } from '@/lib/core/shared/time/time'
import { rootProfile, statementLeafProfile } from './certificate-profiles'
import { KeyFileError } from './key-file-error'
import { openKeyStore } from './key-store'
import { makeCertificate } from './make-certificate'
import { newP256Key } from './signer'

const start = fromIso('2026-11-20T12:00:00Z') ?? epochMillis(0)
const daySeconds = 86_400
const host = 'https://capture.example'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'statement-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

/** The signer of bundles after a start at `now`. */
async function open(baseUrl = host, now = start) {
  const store = await openKeyStore({ directory, baseUrl, now: () => now })
  const opened = await store.statementSigner()
  if (opened === null) throw new Error('There is no signer.')
  const leaf = new X509Certificate(Buffer.from(opened.signer.x5c[0] ?? '', 'base64'))
  return { ...opened, leaf, root: new X509Certificate(store.rootPem()) }
}

const newKey = () => {
  const { publicJwk, d } = newP256Key()
  return createPrivateKey({ key: { ...publicJwk, d }, format: 'jwk' })
}

/** Puts a key and a certificate of an operator in place, with the chain's end if it is to be there. */
async function bringOwn({ baseUrl = host, withRoot = true } = {}) {
  const [rootKey, key] = [newKey(), newKey()]
  const ownSubject = { ...rootProfile(start), subject: [['CN', 'Root of the operator']] as const }
  const root = await makeCertificate(rootKey, { privateKey: rootKey, certificate: null }, ownSubject)
  const leafProfile = statementLeafProfile({ baseUrl, now: start, rootNotAfter: addSeconds(start, 900 * daySeconds) })
  const leaf = await makeCertificate(
    key,
    { privateKey: rootKey, certificate: root },
    { ...leafProfile, subject: [['CN', 'Statements of the operator']] },
  )
  await writeFile(join(directory, 'statement.pem'), key.export({ type: 'pkcs8', format: 'pem' }))
  await writeFile(join(directory, 'statement.cert.pem'), `${leaf}${withRoot ? root : ''}`)
  return { root, leaf }
}

describe('the signer of bundles', () => {
  it('is made at first need, chains to the root, which is not sent along, and is there for documents of this address', async () => {
    const store = await openKeyStore({ directory, baseUrl: host, now: () => start })
    await expect(access(join(directory, 'statement.pem'))).rejects.toThrow()
    await store.statementSigner()
    const { leaf, root, signer, rootPem } = await open()
    expect(leaf.checkIssued(root) && leaf.verify(root.publicKey)).toBe(true)
    expect(rootPem).toBe(root.toString())
    expect(signer.x5c).toHaveLength(1)
    expect(unfitLeaf(leaf.raw, host)).toBeNull()
    expect(leaf.keyUsage).toEqual(['1.3.6.1.5.5.7.3.36'])
    expect(await readFile(join(directory, 'statement.pem'), 'utf8')).toContain('PRIVATE KEY')
  })

  it('keeps its key, and gets another certificate for another address and when it is about to expire', async () => {
    const first = await open()
    expect((await open()).leaf.raw).toEqual(first.leaf.raw)
    const moved = await open('https://moved.example')
    expect(unfitLeaf(moved.leaf.raw, 'https://moved.example')).toBeNull()
    const later = await open('https://moved.example', addSeconds(start, 250 * daySeconds))
    expect(later.leaf.raw.equals(moved.leaf.raw)).toBe(false)
    for (const { signer } of [moved, later]) expect(signer.publicJwk).toEqual(first.signer.publicJwk)
  })

  it('is the operator’s own where they brought one, with the root at the end of its file', async () => {
    const { root, leaf } = await bringOwn()
    const { signer, rootPem } = await open()
    expect(signer.x5c).toEqual([leaf.raw.toString('base64')])
    expect(rootPem).toBe(root.toString())
  })

  it('is refused in one sentence where the operator’s own does not fit', async () => {
    await bringOwn({ withRoot: false })
    await expect(open()).rejects.toThrow(/does not end with the root certificate/)
    await bringOwn({ baseUrl: 'https://other.example' })
    await expect(open()).rejects.toThrow(`does not name ${host}`)
    await writeFile(join(directory, 'statement.pem'), newKey().export({ type: 'pkcs8', format: 'pem' }))
    await expect(open('https://other.example')).rejects.toThrow(KeyFileError)
  })

  it('is none where the key of the root is kept elsewhere', async () => {
    await openKeyStore({ directory, baseUrl: host, now: () => start })
    await rm(join(directory, 'root-ca.key.pem'))
    const store = await openKeyStore({ directory, baseUrl: host, now: () => start })
    expect(await store.statementSigner()).toBeNull()
  })
})
