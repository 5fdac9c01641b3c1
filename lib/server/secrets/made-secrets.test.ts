import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { refuseMade } from '@/lib/core/engine/endpoints/entered-text'
import { hideMadeInSteps, hideMadeInText, madeSearch } from '@/lib/core/engine/redaction/message/hide-made'
import { type SessionId, sessionId } from '@/lib/core/shared/ports/ids'
import { addSeconds, epochMillis } from '@/lib/core/shared/time/time'
import { createMadeSecrets, type MadeSecrets } from './made-secrets'

let now = epochMillis(1_800_000_000_000)
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest()
const newSecret = () => randomBytes(32).toString('base64url')
const code = newSecret()
const handedOut = (secret: string) => [{ secret, expiresAt: addSeconds(now, 60) }]
const tools = { sha256, random: randomBytes, now: () => now }
const shown = (text: string, made: MadeSecrets) => hideMadeInText(text, madeSearch(made.search()))
const mark = (characters: number) => `[redacted:${characters}]`

describe('secrets that the service issued', () => {
  const made = createMadeSecrets(tools)
  made.note(handedOut(code))
  const percent = [...code].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
  const unicode = [...code].map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join('')
  const escapedBeforeDigits = code.replace(/.(?=[0-9A-Fa-f])/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`)
  const half = [code.slice(0, 20), code.slice(20)] as const
  const base64 = Buffer.from(`{"a":"${code}"}`).toString('base64url')

  it.each<[string, string, string]>([
    ['alone', code, mark(43)],
    ['inside a word', `Wallet/1.0 (x${code}y)`, `Wallet/1.0 (x${mark(43)}y)`],
    ['twice', `${code} ${code}`, `${mark(43)} ${mark(43)}`],
    ['percent-encoded', `a=${percent}&b`, `a=${mark(129)}&b`],
    ['one character percent-encoded', `${percent.slice(0, 3)}${code.slice(1)}?`, `${mark(45)}?`],
    ['percent-encoded twice', percent.replaceAll('%', '%25'), mark(215)],
    ['with \\u escapes', `"${unicode}"`, `"${mark(258)}"`],
    ['with \\u escapes before hexadecimal digits', escapedBeforeDigits, mark(escapedBeforeDigits.length)],
    ['with \\u escapes, escaped again', unicode.replaceAll('\\', '\\\\'), mark(301)],
    [
      'with an entity',
      `<a>&#${code.charCodeAt(0)};${code.slice(1)}</a>`,
      `<a>${mark(42 + `&#${code.charCodeAt(0)};`.length)}</a>`,
    ],
    ['across a line feed', `a ${half.join('\n')}.`, `a ${mark(44)}.`],
    ['across a carriage return', half.join('\r'), mark(44)],
    ['across a folded header line', half.join('\r\n\t '), mark(47)],
    ['across an escaped line break', half.join('\\r\\n'), mark(47)],
    ['across a percent-encoded line break', half.join('%0D%0A'), mark(49)],
    ['across a zero-width space', half.join('\u200b'), mark(44)],
    ['letter by letter', [...code].join(' '), mark(85)],
    ['in hexadecimal digits', Buffer.from(code).toString('hex'), mark(86)],
    ['its first half alone', `"${code.slice(0, 25)}"`, `"${mark(25)}"`],
    ['its second half alone', `"${code.slice(18)}", and more`, `"${mark(25)}", and more`],
    ['cut off', `x${code.slice(0, 40)}`, `x${mark(40)}`],
  ])('are found %s', (_name, text, expected) => {
    expect(shown(text, made)).toBe(expected)
  })

  it('are found in base64 at every offset, in lines, and in base64 of base64', () => {
    for (const before of ['', 'x', 'xy', 'xyz', 'xyz1'])
      for (const text of [
        base64,
        base64.replace(/.{16}/g, '$&\r\n'),
        Buffer.from(base64).toString('base64'),
        Buffer.from(percent).toString('base64'),
        Buffer.from(`"${half.join('\\n')}"`).toString('base64url'),
      ]) {
        const left = shown(`${before}${text}`, made)
        expect(left).toContain('[redacted:')
        expect(Buffer.from(left, 'base64url').toString()).not.toContain(code.slice(10, 20))
      }
  })

  it('are found deep inside what looks like one long value', () => {
    for (const before of [1, 85, 86, 127, 128, 129, 100_000])
      expect(shown(`${'x'.repeat(before)}${code}y`, made)).toBe(`${'x'.repeat(before)}${mark(43)}y`)
  })

  it('are found after the prefix that they were issued with', () => {
    const handle = newSecret()
    const prefix = 'urn:ietf:params:oauth:request_uri:'
    made.note(handedOut(`${prefix}${handle}`))
    expect(shown(`/${handle}`, made)).toBe(`/${mark(43)}`)
    expect(shown(`request_uri=${prefix}${handle}`, made)).toBe(`request_uri=${prefix}${mark(43)}`)
  })

  it('are hidden whole where they are tokens, and by their signature where the rest is gone', () => {
    const token = `${Buffer.from('{"typ":"at+jwt"}').toString('base64url')}.${Buffer.from('{"a":1}').toString('base64url')}.${randomBytes(64).toString('base64url')}`
    made.note(handedOut(token))
    expect(shown(`a ${token}, b`, made)).toBe(`a ${mark(token.length)}, b`)
    expect(shown(`${token.slice(0, 5)}\n${token.slice(5, 60)}\r\n${token.slice(60)}`, made)).toBe(
      mark(token.length + 3),
    )
    expect(shown(`[token:40]\n${token.slice(60)}`, made)).toBe(`[token:40]\n${mark(token.length - 60)}`)
    expect(shown(`${token.split('.')[0]}`, made)).toBe(token.split('.')[0])
  })

  it('are found in disclosures by their salt alone, and by either half', () => {
    const salt = randomBytes(16).toString('base64url')
    const [disclosure, other] = [
      [salt, 'given_name', 'a value that is longer than others'],
      [randomBytes(16).toString('base64url'), 'given_name', 'a value that is no longer than that'],
    ].map((one) => Buffer.from(JSON.stringify(one)).toString('base64url')) as [string, string]
    made.note([disclosure, salt].map((secret) => ({ secret, expiresAt: addSeconds(now, 60), kind: 'disclosure' })))
    expect(shown(`kid ${disclosure}`, made)).toBe(`kid ${mark(disclosure.length)}`)
    expect(shown(`["${salt}","given_name"]`, made)).toBe(`["${mark(22)}","given_name"]`)
    const half = disclosure.slice(Math.ceil(disclosure.length * 0.4))
    expect(shown(`kid ${half}`, made)).toBe(`kid ${mark(half.length)}`)
    expect(shown(other, made)).toBe(other)
  })

  it('are found in a document by its end', () => {
    const document = randomBytes(1500).toString('base64url')
    made.note([{ secret: document, expiresAt: addSeconds(now, 60), kind: 'document' }])
    expect(shown(document, made)).toBe(mark(document.length))
    expect(shown(document.slice(150), made)).toBe(mark(document.length - 150))
  })

  it('are ignored once expired, as are values of others', () => {
    const before = now
    expect(shown(newSecret(), made)).not.toContain('[')
    expect(shown(`The proof has no nonce. Ask the nonce endpoint (${before}) for one.`, made)).not.toContain('[')
    now = addSeconds(now, 61)
    expect(shown(code, made)).toBe(code)
    now = before
  })

  it('are distinguished by their digest if all hashes are equal', () => {
    const equal = createMadeSecrets({ ...tools, random: (bytes) => new Uint8Array(bytes) })
    equal.note(handedOut(code))
    const [one, two] = [newSecret(), newSecret()]
    expect(shown(`${one}.${code}.${two}`, equal)).toBe(`${one}.${mark(43)}.${two}`)
  })

  it('are forgotten, oldest first, if there are too many, and never because of disclosures', () => {
    const many = createMadeSecrets({ ...tools, rememberedMax: 100 })
    const [first, second] = [newSecret(), newSecret()]
    many.note([...handedOut(first), ...handedOut(second), ...handedOut(first)])
    for (let count = 1; count < 100; count++) many.note(handedOut(newSecret()))
    for (let count = 0; count < 500; count++)
      many.note([{ secret: newSecret(), expiresAt: addSeconds(now, 60), kind: 'disclosure' }])
    expect(shown(`/${first}/${second}`, many)).toBe(`/${mark(43)}/${second}`)
  })

  it('are not forgotten because another network makes many', () => {
    const many = createMadeSecrets({ ...tools, rememberedMax: 100 })
    const [ours, salt] = [newSecret(), randomBytes(16).toString('base64url')]
    many.note(handedOut(ours), '192.0.2.0/24')
    many.note([{ secret: salt, expiresAt: addSeconds(now, 60), kind: 'disclosure' }], '192.0.2.0/24')
    const others = Array.from({ length: 500 }, newSecret)
    many.note(others.flatMap(handedOut), '198.51.100.0/24')
    many.note(
      others.map((secret) => ({ secret: secret.slice(0, 22), expiresAt: addSeconds(now, 60), kind: 'disclosure' })),
      '198.51.100.0/24',
    )
    const [first = '', last = ''] = [others[0], others.at(-1)]
    expect(shown(`/${ours}/${salt}/${first}/${last}`, many)).toBe(`/${mark(43)}/${mark(22)}/${first}/${mark(43)}`)
  })

  it('are forgotten without a walk over those before them', () => {
    const many = createMadeSecrets({ ...tools, rememberedMax: 100 })
    const note = () => many.note(Array.from({ length: 1000 }, () => handedOut(newSecret())).flat())
    note()
    const walks = vi.spyOn(Map.prototype, Symbol.iterator)
    note()
    expect(walks).not.toHaveBeenCalled()
    walks.mockRestore()
  })

  it('are found as long as they are live, however many were forgotten before', () => {
    const many = createMadeSecrets({ ...tools, rememberedMax: 10 })
    const values = Array.from({ length: 100 }, newSecret)
    for (const [index, value] of values.entries()) {
      many.note(handedOut(value))
      const live = new Set(values.slice(Math.max(0, index - 9), index + 1))
      const sent = values.slice(0, index + 1)
      expect(shown(sent.join('/'), many)).toBe(sent.map((one) => (live.has(one) ? mark(43) : one)).join('/'))
    }
  })

  it('are remembered in steps where one response has thousands, and all are found', () => {
    const large = createMadeSecrets(tools)
    const secrets = Array.from({ length: 2001 }, newSecret)
    const stepsFor = (count: number) => {
      const steps = large.noteInSteps(secrets.slice(0, count).flatMap(handedOut))
      let turns = 0
      while (!steps.next().done) turns += 1
      return turns
    }
    expect([0, 1, 500, 501, 2001].map(stepsFor)).toEqual([0, 0, 0, 1, 4])
    for (const at of [0, 499, 500, 2000]) expect(shown(secrets[at] ?? '', large)).toBe(mark(43))
  })

  it('are found by what storage knows of them, also across lines', () => {
    const after = createMadeSecrets(tools)
    const prefix = 'urn:ietf:params:oauth:request_uri:'
    const row = (kind: 'refresh_token' | 'request_uri' | 'dpop_jti', value: string) => ({
      kind,
      digest: sha256(value).toString('base64url'),
      expiresAt: addSeconds(now, 60),
      sessionId: null,
    })
    const [handle, jti] = [newSecret(), newSecret()]
    after.noteStored([row('refresh_token', code), row('request_uri', `${prefix}${handle}`), row('dpop_jti', jti)])
    expect(shown(`x${code}y ${handle} ${jti}`, after)).toBe(`x${mark(43)}y ${mark(43)} ${jti}`)
    expect(shown(half.join('\r\n '), after)).toBe(mark(46))
    expect(shown(base64, after)).not.toBe(base64)
    const before = now
    now = addSeconds(now, 61)
    expect(shown(code, after)).toBe(code)
    now = before
  })

  it('are left where the evidence of their session shows them, and nowhere else', () => {
    const [session, other] = [sessionId(randomUUID()), sessionId(randomUUID())]
    const known = createMadeSecrets(tools)
    const after = createMadeSecrets(tools)
    known.note([{ secret: code, expiresAt: addSeconds(now, 60), shownIn: session }])
    const digest = sha256(code).toString('base64url')
    after.noteStored([{ kind: 'vp_nonce', digest, expiresAt: addSeconds(now, 60), sessionId: session }])
    for (const secrets of [known, after]) {
      const of = (id: SessionId | null) => hideMadeInText(code, madeSearch(secrets.search({ session: id })))
      expect([session, other, null].map(of)).toEqual([code, mark(43), mark(43)])
    }
  })

  it('are found as words: the operator’s token anywhere, a transaction code by itself', () => {
    const known = createMadeSecrets({ ...tools, words: ['correct horse battery staple 7'] })
    const search = madeSearch(known.search({ words: ['493817'] }))
    const of = (text: string) => hideMadeInText(text, search)
    expect(of('a correct horse battery staple 7b')).toBe(`a ${mark(30)}b`)
    expect(of('correct horse%20battery staple 7')).toBe(mark(32))
    expect(of('the code 493817, not 1493817 or a493817')).toBe(`the code ${mark(6)}, not 1493817 or a493817`)
  })
})

describe('the search', () => {
  const made = createMadeSecrets(tools)
  made.note(handedOut(code))

  it('shows nothing beyond its budget', () => {
    const search = madeSearch(made.search())
    search.budget.left = 100
    expect(hideMadeInText('The first text is searched.', search)).toBe('The first text is searched.')
    expect(hideMadeInText('x'.repeat(100), search)).toBe(mark(100))
    expect(hideMadeInText('yes', search)).toBe('yes')
  })

  it('computes only so many digests, and then takes the rest of a run for a value', () => {
    const after = createMadeSecrets(tools)
    after.noteStored([
      { kind: 'c_nonce', digest: sha256(code).toString('base64url'), expiresAt: addSeconds(now, 60), sessionId: null },
    ])
    const long = randomBytes(6000).toString('base64url')
    const left = shown(`${long}${code}`, after)
    expect(left).toContain('[redacted:')
    expect(left).not.toContain(code.slice(0, 20))
  })

  it('takes all that look like values for some once no more digests are computed, wherever they are', () => {
    const after = createMadeSecrets(tools)
    after.noteStored([
      { kind: 'c_nonce', digest: sha256(code).toString('base64url'), expiresAt: addSeconds(now, 60), sessionId: null },
    ])
    expect(shown(`${randomBytes(6000).toString('base64url')} and ${code}.`, after)).toMatch(/ and \[redacted:43\]\.$/)
  })

  it('refuses what a tester asks for with a value that storage knows, and nothing that only looks like one', async () => {
    const after = createMadeSecrets(tools)
    const digest = sha256(code).toString('base64url')
    after.noteStored([{ kind: 'c_nonce', digest, expiresAt: addSeconds(now, 60), sessionId: null }])
    const ports = { madeIn: (text: string) => after.search()(text), turn: async () => undefined }
    const token = [randomBytes(90), randomBytes(9000), randomBytes(64)]
      .map((part) => part.toString('base64url'))
      .join('.')
    const picture = `data:image/png;base64,${randomBytes(30_000).toString('base64')}`
    await expect(
      refuseMade({ verifier_info: [{ data: token }], logo: { uri: picture } }, ports),
    ).resolves.toBeUndefined()
    for (const data of [code, `${token} ${code}`, `${picture}\n"${code}"`])
      await expect(refuseMade({ data }, ports)).rejects.toMatchObject({ members: { pointer: '/data' } })
    const digested = vi.fn(sha256)
    const later = createMadeSecrets({ ...tools, sha256: digested })
    later.noteStored([{ kind: 'c_nonce', digest, expiresAt: now, sessionId: null }])
    expect([later.search()(token), digested.mock.calls]).toEqual([[], []])
  })

  it('walks a text once where storage knows values, and copies none of its parts', () => {
    const after = createMadeSecrets(tools)
    after.noteStored([
      { kind: 'c_nonce', digest: sha256(code).toString('base64url'), expiresAt: addSeconds(now, 60), sessionId: null },
    ])
    const search = after.search()
    const slices = vi.spyOn(String.prototype, 'slice')
    for (const text of ['1'.repeat(100_000), 'g1'.repeat(50_000), `${'a'.repeat(43)}.`.repeat(2000)]) search(text)
    const copied = slices.mock.calls.length
    slices.mockRestore()
    expect(copied).toBe(0)
  })

  it('computes no digest at the places of a text that are certainly none', () => {
    const digested = vi.fn(sha256)
    const others = createMadeSecrets({ ...tools, sha256: digested })
    others.note(handedOut(code))
    digested.mockClear()
    expect(others.search()('aB3'.repeat(100_000))).toEqual([])
    expect(digested).not.toHaveBeenCalled()
  })

  it('leaves a turn to others between two readings of one long text', () => {
    const inner = Buffer.from('text of a wallet '.repeat(20_000)).toString('base64url')
    const steps = hideMadeInSteps([Buffer.from(inner).toString('base64url')], madeSearch(made.search()))
    let turns = 0
    while (!steps.next().done) turns += 1
    expect(turns).toBeGreaterThan(1)
  })

  it('leaves a turn to others while it decodes runs in vain', () => {
    for (const text of ['1'.repeat(500_000), `${'a'.repeat(43)}.`.repeat(12_000)]) {
      const steps = hideMadeInSteps([text], madeSearch(made.search()))
      let turns = 0
      while (!steps.next().done) turns += 1
      expect(turns).toBeGreaterThan(4)
    }
  })

  it('searches texts that decode to ever more text a few times only', () => {
    const nested = Array.from({ length: 4 }).reduce<string>(
      (text) => Buffer.from(text).toString('base64url'),
      'harmless text of a wallet '.repeat(200),
    )
    for (const text of [
      nested,
      '%2525'.repeat(3000),
      '\\\\u0041'.repeat(3000),
      randomBytes(12_000).toString('base64'),
    ]) {
      const found = vi.fn(made.search())
      hideMadeInText(text, madeSearch(found))
      expect(found.mock.calls.reduce((sum, [searched]) => sum + searched.length, 0)).toBeLessThan(6 * text.length)
    }
  })
})
