import { describe, expect, it } from 'vitest'
import { createMemoryPublished } from '@/lib/adapters/memory/memory-published'
import type { PublishedStatement } from '../../shared/ports/published'
import { epochMillis } from '../../shared/time/time'
import { editionIdOf, isContact, ofAskedEdition, readPublishRequest, shownStatement, takeSlug } from './publish-rules'
import { badgeWords, walletBadge } from './wallet-badge'

const at = epochMillis(Date.UTC(2026, 10, 28))
const day = 86_400_000
const statement = (changes: Partial<PublishedStatement> = {}): PublishedStatement => ({
  id: 'one',
  slug: 'quillfern',
  wallet: { name: 'Quillfern', version: '2.4.1' },
  edition: 'de378aac',
  organisation: 'Fernwood Labs',
  token: 'a',
  madeAt: at,
  publishedAt: at,
  expiresAt: epochMillis(at + 90 * day),
  removedAt: null,
  contact: null,
  counts: { of: 281, passed: 274, failed: 5, causes: 3, without: 2, driver: 24, person: 0, unrecorded: 0 },
  whole: false,
  ...changes,
})

describe('what a publisher says', () => {
  const read = (query: string) => readPublishRequest(new URLSearchParams(query))

  it('is taken with a slug alone, for 90 days and without the bundle', () => {
    expect(read('slug=quillfern')).toEqual({
      ...{ slug: 'quillfern', contact: null, days: 90, whole: false, organisation: null },
    })
  })

  it.each([
    ['slug=', 'slug'],
    ['slug=../x', 'slug'],
    ['slug=Quillfern', 'slug'],
    ['slug=a--b', 'slug'],
    [`slug=${'a'.repeat(41)}`, 'slug'],
    ['slug=a&days=91', 'days'],
    ['slug=a&days=NaN', 'days'],
    ['slug=a&whole=1', 'whole'],
    ['slug=a&contact=javascript:alert(1)', 'contact'],
    ['slug=a&organisation=a%0Ab', 'organisation'],
  ])('is refused as %s, by the name of the parameter', (query, name) => {
    expect(() => read(query)).toThrow(new RegExp(`parameter ${name} `))
  })

  it('names a contact by https or mailto, and nothing else', () => {
    for (const good of ['https://quillfern.example/security', 'mailto:wallet@quillfern.example'])
      expect([good, isContact(good)]).toEqual([good, true])
    for (const bad of [
      'http://quillfern.example',
      'https://user:word@quillfern.example',
      'https://quillfern.example/a b',
      'https://',
      'data:text/html,x',
      'mailto:a@b.example?body=x',
      'mailto:a@b.example,c@d.example',
      ' https://quillfern.example',
    ])
      expect([bad, isContact(bad)]).toEqual([bad, false])
  })
})

describe('a slug', () => {
  it('is held by the first token that uses it, until that is revoked', async () => {
    const published = createMemoryPublished()
    for (const digest of ['first', 'second'])
      await published.addToken({ organisation: digest, slugs: ['quillfern'], createdAt: at, digest })
    const token = async (digest: string) => {
      const found = await published.tokenByDigest(digest)
      if (found === null) throw new Error('There is no such token.')
      return found
    }
    await expect(takeSlug('another', await token('first'), published)).rejects.toThrow(/for other slugs/)
    await takeSlug('quillfern', await token('first'), published)
    await takeSlug('quillfern', await token('first'), published)
    await expect(takeSlug('quillfern', await token('second'), published)).rejects.toThrow(/holds it/)
    await published.revokeToken((await token('first')).id, at)
    await takeSlug('quillfern', await token('second'), published)
    expect(await published.holder('quillfern')).toBe((await token('second')).id)
  })

  it('shows its newest valid statement, else the newest expired one, else that it was removed', () => {
    const older = statement({ id: 'older', madeAt: epochMillis(at - day) })
    const expired = statement({ id: 'expired', expiresAt: at })
    const removed = statement({ id: 'removed', removedAt: at })
    expect(shownStatement([removed, expired, older], at)?.id).toBe('older')
    expect(shownStatement([removed, expired], at)?.id).toBe('expired')
    expect(shownStatement([removed], at)?.id).toBe('removed')
    expect(shownStatement([], at)).toBeNull()
  })

  it('shows of two editions of a version the newer one, whichever was published last', () => {
    const [first, second] = ['de378aac', 'b38239b4'].map((edition) => statement({ id: edition, edition }))
    const unknown = statement({ id: 'unknown', edition: '00000000' })
    const later = statement({ id: 'later', wallet: { name: 'Quillfern', version: '3' } })
    const all = [unknown, first, second].flatMap((one) => one ?? [])
    expect(shownStatement(all, at)?.id).toBe('b38239b4')
    expect(shownStatement([later, ...all], at)?.id).toBe('later')
    const asked = (query: string) => ofAskedEdition(all, new URLSearchParams(query)).map(({ id }) => id)
    expect(asked('edition=2026-07')).toEqual(['de378aac'])
    expect(asked('edition=b38239b')).toEqual(['b38239b4'])
    expect(asked('edition=00000000')).toEqual(['unknown'])
    for (const none of ['edition=2026-08', 'edition=', 'edition=2026-07&edition=2026-07'])
      expect(asked(none)).toEqual([])
    expect(asked('')).toHaveLength(3)
    expect([editionIdOf({ edition: 'b38239b4' }), editionIdOf({ edition: '00000000' })]).toEqual([
      '2026-09',
      '00000000',
    ])
  })
})

describe('the badge of a wallet', () => {
  it('counts what passed, and says once it is expired or removed', () => {
    expect(badgeWords(statement(), at)).toBe('274/281 · 2026-07')
    expect(badgeWords(statement({ expiresAt: at }), at)).toBe('expired')
    expect(badgeWords(statement({ removedAt: at }), at)).toBe('removed')
  })

  it('is green only where nothing failed', () => {
    const green = (one: PublishedStatement) => walletBadge(one, at).includes('fill="#176339"')
    const good = { ...statement().counts, failed: 0 }
    expect(green(statement())).toBe(false)
    expect(green(statement({ counts: good }))).toBe(true)
    expect(green(statement({ counts: good, expiresAt: at }))).toBe(false)
    expect(green(statement({ counts: { ...good, passed: 0 } }))).toBe(false)
  })

  it('holds the name of a wallet as text, and none once it is removed', () => {
    const named = { name: '<script>"&', version: '1' }
    expect(walletBadge(statement({ wallet: named }), at)).toContain('&lt;script&gt;&quot;&amp; 1')
    expect(walletBadge(statement({ wallet: named, removedAt: at }), at)).not.toContain('script')
  })
})
