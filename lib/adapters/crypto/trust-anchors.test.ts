import { X509Certificate } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TrustPurpose } from '@/lib/core/shared/ports/ports'
import { addSeconds, epochMillis, fromIso } from '@/lib/core/shared/time/time'
import { certificatesPerExchangeMax } from './certificate-budget'
import { openKeyStore } from './key-store'
import { readTrustAnchors, trustAnchors, trustAnchorsByExchange } from './trust-anchors'

const now = () => fromIso('2026-11-20T12:00:00Z') ?? epochMillis(0)

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'trust-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

/** A separate root with a leaf below it. */
async function installation(name: string) {
  const store = await openKeyStore({ directory: join(directory, name), baseUrl: 'https://a.example', now })
  const root = new X509Certificate(store.rootPem())
  return { root, rootDer: root.raw.toString('base64'), x5c: store.verifierKeys.requestSigner.x5c }
}

async function put(path: string, ...roots: readonly { readonly root: X509Certificate }[]) {
  const file = join(directory, 'trust', path)
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, roots.map(({ root }) => root.toString()).join('\n'))
}

describe('trust anchors', () => {
  it('serve the purpose of the folder that they are in, and every purpose above', async () => {
    const names = ['ours', 'any', 'wallet', 'issuer', 'stranger'] as const
    const [ours, any, wallet, issuer, stranger] = await Promise.all(names.map(installation))
    if (!ours || !any || !wallet || !issuer || !stranger) throw new Error('an installation is missing')
    await put('any.pem', any)
    await put('wallets/provider.pem', wallet)
    await put('issuers/country.pem', issuer)
    const anchors = trustAnchors(await readTrustAnchors(directory), ours.root, now)
    const trusts = (purpose: TrustPurpose) =>
      [ours, any, wallet, issuer, stranger].map(({ x5c }) => {
        const facts = anchors(purpose)(x5c)
        return facts.readable && facts.trust
      })
    expect(trusts('wallet')).toEqual(['untrusted', 'trusted', 'trusted', 'untrusted', 'untrusted'])
    expect(trusts('credential_issuer')).toEqual(['trusted', 'trusted', 'untrusted', 'trusted', 'untrusted'])
  })

  it('that nobody configured: none for wallets, the root of the installation for issuers', async () => {
    const [ours, stranger] = [await installation('ours'), await installation('stranger')]
    const anchors = trustAnchors(await readTrustAnchors(directory), ours.root, now)
    expect(anchors('wallet')(ours.x5c)).toMatchObject({ trust: 'no_anchor' })
    expect(anchors('credential_issuer')(ours.x5c)).toMatchObject({ trust: 'trusted' })
    expect(anchors('credential_issuer')(stranger.x5c)).toMatchObject({ trust: 'untrusted' })
  })

  it('of one exchange share what they may cost, whatever they serve, and the next exchange begins again', async () => {
    const ours = await installation('ours')
    const forExchange = trustAnchorsByExchange(await readTrustAnchors(directory), ours.root, now)
    const anchors = forExchange()
    const purposes = ['wallet', 'credential_issuer'] as const
    const readings = Array.from({ length: certificatesPerExchangeMax + 2 }, (_, index) =>
      // Uses a different chain each time, because a repeated one comes from the cache.
      anchors(purposes[index % 2] ?? 'wallet', [`${index}`])(ours.x5c),
    )
    expect(readings.filter(({ readable }) => !readable)).toHaveLength(2)
    expect(forExchange()('wallet')(ours.x5c)).toMatchObject({ readable: true })
  })

  it('of one exchange read a chain once for each purpose, however often it is asked about', async () => {
    const ours = await installation('ours')
    const anchors = trustAnchorsByExchange(await readTrustAnchors(directory), ours.root, now)()
    const readings = Array.from({ length: 3 * certificatesPerExchangeMax }, (_, index) =>
      anchors(index % 2 === 0 ? 'wallet' : 'credential_issuer')(ours.x5c),
    )
    expect(new Set(readings.map((facts) => facts.readable && facts.certificates)).size).toBe(2)
    expect(new Set(readings.map((facts) => facts.readable && facts.trust))).toEqual(new Set(['no_anchor', 'trusted']))
  })

  it('remember a chain, and not whether it was valid', async () => {
    const ours = await installation('ours')
    let time = now()
    const forExchange = trustAnchorsByExchange(await readTrustAnchors(directory), ours.root, () => time)
    expect(forExchange()('credential_issuer')(ours.x5c)).toMatchObject({ trust: 'trusted' })
    time = addSeconds(time, 100 * 365 * 86_400)
    expect(forExchange()('credential_issuer')(ours.x5c)).toMatchObject({
      trust: 'untrusted',
      trustError: { rule: 'expired', place: 0 },
    })
  })

  it('remember what a chain said from one exchange to the next, but not that the budget was spent', async () => {
    const ours = await installation('ours')
    const forExchange = trustAnchorsByExchange(await readTrustAnchors(directory), ours.root, now)
    const read = (purpose: TrustPurpose) => {
      const facts = forExchange()(purpose)(ours.x5c)
      return facts.readable && facts.certificates
    }
    const first = read('wallet')
    expect(read('wallet')).toBe(first)
    expect(read('credential_issuer')).not.toBe(first)
    const anchors = forExchange()
    const spent = Array.from({ length: certificatesPerExchangeMax + 1 }, (_, index) => index).map((index) =>
      anchors('wallet', [`other ${index}`])(ours.x5c),
    )
    expect(spent.at(-1)).toMatchObject({ readable: false })
    expect(forExchange()('wallet', [`other ${certificatesPerExchangeMax}`])(ours.x5c)).toMatchObject({ readable: true })
  })

  it('of one session serve that one only, and what is no certificate trusts nobody', async () => {
    const [ours, theirs] = [await installation('ours'), await installation('theirs')]
    const anchors = trustAnchors(await readTrustAnchors(directory), ours.root, now)
    expect(anchors('credential_issuer', [theirs.rootDer])(theirs.x5c)).toMatchObject({ trust: 'trusted' })
    expect(anchors('credential_issuer', [theirs.rootDer])(ours.x5c)).toMatchObject({ trust: 'trusted' })
    expect(anchors('credential_issuer', ['', 'nothing'])(theirs.x5c)).toMatchObject({ trust: 'untrusted' })
    expect(anchors('credential_issuer')(theirs.x5c)).toMatchObject({ trust: 'untrusted' })
  })

  it('that hold no certificate stop the start with the name of their file', async () => {
    await put('issuers/broken.pem')
    await expect(readTrustAnchors(directory)).rejects.toThrow(
      /issuers\/broken\.pem holds no readable X\.509 certificate/,
    )
  })
})
