import 'reflect-metadata'
import { X509Certificate } from 'node:crypto'
import * as x509 from '@peculiar/x509'
import { describe, expect, it } from 'vitest'
import { addSeconds, epochMillis, fromIso, toDate } from '@/lib/core/shared/time/time'
import { createCertificateBudget, nameComparisonsPerExchangeMax } from '../certificate-budget'
import { alternativeNamesMax, certificateReader } from '../read-certificates'

const now = fromIso('2027-01-01T12:00:00Z') ?? epochMillis(0)
const year = 365 * 86_400
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const newKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])

/** A party with a name and a key, with or without a certificate. */
interface Party {
  readonly name: x509.JsonName
  readonly keys: CryptoKeyPair
  readonly certificate: X509Certificate
}
interface Making {
  /** The name as its certificate spells it. */
  readonly name?: x509.JsonName | string
  readonly keys?: CryptoKeyPair
  readonly extensions?: readonly x509.Extension[]
  /** Its spelling of the issuer's name; by default the issuer's own. */
  readonly issuerName?: x509.JsonName
  readonly expired?: boolean
}

let serial = 1
async function issue(issuer: Party | null, { name = 'Leaf', extensions = [], expired = false, ...making }: Making) {
  const keys = making.keys ?? (await newKeys())
  const subject = typeof name === 'string' ? [{ CN: [name] }] : name
  serial += 1
  const made = await x509.X509CertificateGenerator.create({
    serialNumber: serial.toString(16).padStart(4, '0'),
    subject,
    issuer: making.issuerName ?? issuer?.name ?? subject,
    publicKey: keys.publicKey,
    signingKey: (issuer?.keys ?? keys).privateKey,
    signingAlgorithm: algorithm,
    notBefore: toDate(addSeconds(now, -2 * year)),
    notAfter: toDate(addSeconds(now, expired ? -year : year)),
    extensions: [...extensions],
  })
  return { name: subject, keys, certificate: new X509Certificate(Buffer.from(made.rawData)) } satisfies Party
}

const ca = (pathLength?: number) => [
  new x509.BasicConstraintsExtension(true, pathLength, true),
  new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
]

/** Encodes a DER element shorter than 65,536 bytes. */
function der(tag: number, ...contents: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(contents.map((one) => Buffer.from(one)))
  const length =
    content.length < 128
      ? [content.length]
      : content.length < 256
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}
const email = (text: string) => der(0x81, text)
const dns = (text: string) => der(0x82, text)
const uri = (text: string) => der(0x86, text)
const ip = (...octets: number[]) => der(0x87, Buffer.from(octets))
const registered = der(0x88, Buffer.from([0x2a, 3, 4]))
const directory = (name: x509.JsonName) => der(0xa4, Buffer.from(new x509.Name(name).toArrayBuffer()))

const subtrees = (tag: number, names: readonly Buffer[]) =>
  names.length === 0 ? '' : der(tag, ...names.map((name) => der(0x30, name)))
const extension = (oid: string, critical: boolean, value: Buffer) =>
  new x509.Extension(oid, critical, new Uint8Array(value))
const rawConstraints = (value: Buffer, critical = true) => extension('2.5.29.30', critical, value)
const constraints = ({ permitted = [], excluded = [] }: { permitted?: Buffer[]; excluded?: Buffer[] }) =>
  rawConstraints(der(0x30, subtrees(0xa0, permitted), subtrees(0xa1, excluded)))
const alternativeNames = (...names: Buffer[]) => extension('2.5.29.17', false, der(0x30, ...names))
const unknown = extension('1.2.3.4', true, Buffer.from([5, 0]))

const readerOf = (...anchors: Party[]) =>
  certificateReader(
    anchors.map(({ certificate }) => certificate),
    { now: () => now },
  )
/** A budget of one exchange, and how many comparisons were counted against it. */
function countedBudget() {
  const budget = createCertificateBudget()
  let count = 0
  return {
    budget: {
      ...budget,
      compare: () => {
        count += 1
        budget.compare()
      },
    },
    compared: () => count,
  }
}
const x5c = (...parties: Party[]) => parties.map(({ certificate }) => certificate.raw.toString('base64'))

/** The verdict on a chain when the anchor is trusted: `trusted`, or the rule that the chain breaks. */
function judge(anchor: Party, ...chain: Party[]): string {
  const facts = readerOf(anchor)(x5c(...chain))
  if (!facts.readable) return String(facts.reason)
  if (facts.trust === 'trusted') return 'trusted'
  const error = facts.trustError
  return error === null ? 'no path' : `${error.rule} at ${error.place}${error.extension ? ` (${error.extension})` : ''}`
}

const root = await issue(null, { name: 'Root', extensions: ca() })
const intermediate = await issue(root, { name: 'Intermediate', extensions: ca() })
const leaf = await issue(intermediate, {})

describe('a critical extension that is not processed', () => {
  it('is refused in a leaf, an intermediate and an anchor', async () => {
    expect(judge(root, leaf, intermediate)).toBe('trusted')
    const strangeLeaf = await issue(intermediate, { extensions: [unknown] })
    expect(judge(root, strangeLeaf, intermediate)).toBe('critical_extension at 0 (1.2.3.4)')
    const strangeCa = await issue(root, { name: 'Strange', extensions: [...ca(), unknown] })
    expect(judge(root, await issue(strangeCa, {}), strangeCa)).toBe('critical_extension at 1 (1.2.3.4)')
    const strangeRoot = await issue(null, { name: 'Strange root', extensions: [...ca(), unknown] })
    expect(judge(strangeRoot, await issue(strangeRoot, {}))).toBe('critical_extension at 1 (1.2.3.4)')
  })

  it('is named by the chain itself, whoever is trusted', async () => {
    const strange = await issue(root, { extensions: [unknown] })
    expect(certificateReader([], { now: () => now })(x5c(strange))).toMatchObject({
      chained: true,
      chainError: { rule: 'critical_extension', place: 0, extension: '1.2.3.4' },
    })
  })

  it('is refused in a pinned leaf too', async () => {
    const pinned = await issue(null, { name: 'Pinned', extensions: [unknown] })
    expect(judge(pinned, pinned)).toBe('critical_extension at 0 (1.2.3.4)')
  })

  it.each([
    ['subject key identifier, which must not be critical', '2.5.29.14', der(4, 'x'), false],
    ['CRL distribution points', '2.5.29.31', der(0x30), false],
    ['policy constraints', '2.5.29.36', der(0x30), false],
    ['policies with qualifiers', '2.5.29.32', der(0x30, der(0x30, der(6, 'a'), der(0x30))), false],
    ['policies without', '2.5.29.32', der(0x30, der(0x30, der(6, 'a'))), true],
    ['extended key usage', '2.5.29.37', der(0x30, der(6, 'a')), true],
  ])('is each but those that are understood: %s', async (_name, oid, value, allowed) => {
    const one = await issue(root, { extensions: [extension(oid, true, value)] })
    expect(judge(root, one)).toBe(allowed ? 'trusted' : `critical_extension at 0 (${oid})`)
    const uncritical = await issue(root, { extensions: [extension(oid, false, value)] })
    expect(judge(root, uncritical)).toBe('trusted')
  })

  it('does not hide an extension that comes twice or cannot be read', async () => {
    const names = alternativeNames(dns('a.example'))
    const twice = await issue(root, { extensions: [names, names] })
    expect(judge(root, twice)).toBe('extension_twice at 0 (2.5.29.17)')
    const broken = extension('2.5.29.19', false, Buffer.from([0x30, 3, 2, 1, 0xff]))
    expect(judge(root, await issue(root, { extensions: [broken] }))).toBe('extension_unreadable at 0 (2.5.29.19)')
  })
})

describe('an issuer', () => {
  it('needs the right to issue: CA, key usage, path length', async () => {
    const noCa = await issue(root, { name: 'No CA' })
    expect(judge(root, await issue(noCa, {}), noCa)).toBe('ca at 1')
    const noSigner = await issue(root, {
      name: 'No signer',
      extensions: [
        new x509.BasicConstraintsExtension(true, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      ],
    })
    expect(judge(root, await issue(noSigner, {}), noSigner)).toBe('key_usage at 1')
    const narrow = await issue(null, { name: 'Narrow', extensions: ca(0) })
    const below = await issue(narrow, { name: 'Below', extensions: ca() })
    expect(judge(narrow, await issue(narrow, {}))).toBe('trusted')
    expect(judge(narrow, await issue(below, {}), below)).toBe('path_length at 2')
  })

  it('does not lengthen the path by certifying another key of its own', async () => {
    const narrow = await issue(null, { name: 'Narrow', extensions: ca(0) })
    const next = await issue(narrow, { name: 'Narrow', extensions: ca() })
    expect(judge(narrow, await issue(next, {}), next)).toBe('trusted')
    const other = await issue(next, { name: 'Other', extensions: ca() })
    expect(judge(narrow, await issue(other, {}), other, next)).toBe('path_length at 3')
  })

  it('that has expired trusts nobody, sent or not', async () => {
    const old = await issue(null, { name: 'Old', extensions: ca(), expired: true })
    const below = await issue(old, {})
    expect(judge(old, below)).toBe('expired at 1')
    expect(judge(old, below, old)).toBe('expired at 1')
    const oldMiddle = await issue(root, { name: 'Old middle', extensions: ca(), expired: true })
    expect(judge(root, await issue(oldMiddle, {}), oldMiddle)).toBe('expired at 1')
    const early = certificateReader([root.certificate], { now: () => addSeconds(now, -3 * year) })
    expect(early(x5c(leaf, intermediate))).toMatchObject({ trust: 'untrusted', trustError: { rule: 'not_yet_valid' } })
  })

  it('is found by its key identifier where both sides name one', async () => {
    const extensions = [...ca(), new x509.SubjectKeyIdentifierExtension('0a')]
    const known = await issue(null, { name: 'Known', extensions })
    const naming = (id: string) => issue(known, { extensions: [new x509.AuthorityKeyIdentifierExtension(id)] })
    expect(judge(known, await naming('0a'))).toBe('trusted')
    expect(judge(known, await naming('0b'))).toBe('key_identifier at 1')
  })
})

describe('names of issuer and subject', () => {
  const spelled = async (subject: x509.JsonName, issuerName: x509.JsonName) => {
    const authority = await issue(null, { name: subject, extensions: ca() })
    return judge(authority, await issue(authority, { issuerName }))
  }

  it.each([
    ['letters of another case', [{ CN: ['Test CA'] }], [{ CN: ['TEST ca'] }]],
    ['another string type', [{ CN: [{ printableString: 'Test CA' }] }], [{ CN: [{ utf8String: 'Test CA' }] }]],
    ['BMPString', [{ CN: [{ bmpString: 'Prüfstelle' }] }], [{ CN: [{ utf8String: 'PRÜFSTELLE' }] }]],
    ['more white space', [{ CN: [{ utf8String: 'Test CA' }] }], [{ CN: [{ utf8String: '  Test   CA ' }] }]],
    ['a soft hyphen', [{ CN: [{ utf8String: 'Test CA' }] }], [{ CN: [{ utf8String: 'Te\u00adst CA' }] }]],
    ['composed letters', [{ CN: [{ utf8String: 'é' }] }], [{ CN: [{ utf8String: 'e\u0301' }] }]],
  ] as [string, x509.JsonName, x509.JsonName][])('are the same with %s', async (_name, subject, issuer) => {
    expect(await spelled(subject, issuer)).toBe('trusted')
  })

  it.each([
    ['other letters', [{ CN: ['Test CA'] }], [{ CN: ['Test CB'] }]],
    ['another attribute', [{ CN: ['Test'] }], [{ O: ['Test'] }]],
    ['another order', [{ O: ['A'] }, { CN: ['B'] }], [{ CN: ['B'] }, { O: ['A'] }]],
    ['one more part', [{ O: ['A'] }], [{ O: ['A'] }, { CN: ['B'] }]],
    ['one part of two attributes', [{ O: ['A'], CN: ['B'] }], [{ O: ['A'] }, { CN: ['B'] }]],
    ['a comma in a value', [{ O: ['A, CN=B'] }], [{ O: ['A'] }, { CN: ['B'] }]],
    ['no white space', [{ CN: ['Test CA'] }], [{ CN: ['TestCA'] }]],
    ['a private-use character', [{ CN: [{ utf8String: 'a\ue000' }] }], [{ CN: [{ utf8String: 'A\ue000' }] }]],
  ] as [string, x509.JsonName, x509.JsonName][])('are different with %s', async (_name, subject, issuer) => {
    expect(await spelled(subject, issuer)).toBe('no path')
  })

  it('say which certificate of a chain does not follow', async () => {
    const facts = readerOf(root)(x5c(leaf, root))
    expect(facts).toMatchObject({ chained: false, chainError: { rule: 'names', place: 0 } })
    const twin = await issue(null, { name: 'Intermediate', extensions: ca() })
    expect(readerOf(root)(x5c(leaf, twin))).toMatchObject({ chainError: { rule: 'signature', place: 0 } })
  })
})

/** Issues a CA with these constraints below the root, and judges a leaf with these names below the CA. */
async function within(
  extension: x509.Extension,
  names: readonly Buffer[],
  name: x509.JsonName = [{ CN: ['Leaf'] }],
): Promise<string> {
  const authority = await issue(root, { name: 'Constrained', extensions: [...ca(), extension] })
  const extensions = names.length === 0 ? [] : [alternativeNames(...names)]
  return judge(root, await issue(authority, { name, extensions }), authority)
}

describe('name constraints', () => {
  const outside = 'name_constraints at 0'

  it.each<[string, Buffer, Buffer, boolean]>([
    ['the DNS name itself', dns('example.com'), dns('example.com'), true],
    ['DNS in capitals', dns('Example.com'), dns('WWW.EXAMPLE.COM'), true],
    ['DNS below', dns('example.com'), dns('a.b.example.com'), true],
    ['DNS with the same end', dns('example.com'), dns('badexample.com'), false],
    ['DNS above', dns('a.example.com'), dns('example.com'), false],
    ['every DNS name', dns(''), dns('anything.example'), true],
    ['a wildcard below', dns('example.com'), dns('*.example.com'), true],
    ['a wildcard that may stand for it and for others', dns('a.example.com'), dns('*.example.com'), false],
    ['a malformed DNS name', dns('example.com'), dns('a..example.com'), false],
    ['DNS with an absolute end', dns('example.com'), dns('example.com.'), false],
    ['a mailbox', email('a@example.com'), email('a@EXAMPLE.com'), true],
    ['a mailbox of another case', email('a@example.com'), email('A@example.com'), false],
    ['mailboxes of a host', email('example.com'), email('a@example.com'), true],
    ['mailboxes of another host', email('example.com'), email('a@mail.example.com'), false],
    ['mailboxes below a domain', email('.example.com'), email('a@mail.example.com'), true],
    ['mailboxes of the domain itself', email('.example.com'), email('a@example.com'), false],
    ['a quoted local part with a second host', email('example.com'), email('"a@example.com"@evil.example'), false],
    ['a quoted local part with an at sign', email('example.com'), email('"a@b c\\""@example.com'), true],
    ['a local part with an at sign and no quotes', email('example.com'), email('a@b@example.com'), false],
    ['a local part with two dots in a row', email('example.com'), email('a..b@example.com'), false],
    ['a URI of the host', uri('example.com'), uri('https://example.com/path'), true],
    ['a URI with port and user', uri('example.com'), uri('https://user@EXAMPLE.com:8443/path'), true],
    ['a URI of a host below', uri('example.com'), uri('https://www.example.com'), false],
    ['a URI of any host below', uri('.example.com'), uri('https://www.example.com'), true],
    ['a URI whose user looks like it', uri('example.com'), uri('https://example.com@evil.example/'), false],
    ['a URI with an IP address', uri('example.com'), uri('https://192.0.2.1/'), false],
    ['a URI without a host', uri('example.com'), uri('urn:uuid:1'), false],
    ['an IPv4 address', ip(192, 0, 2, 0, 255, 255, 255, 0), ip(192, 0, 2, 77), true],
    ['another IPv4 address', ip(192, 0, 2, 0, 255, 255, 255, 0), ip(192, 0, 3, 77), false],
    ['IPv4 under no mask', ip(0, 0, 0, 0, 0, 0, 0, 0), ip(192, 0, 3, 77), true],
    ['IPv6 where IPv4 is allowed', ip(0, 0, 0, 0, 0, 0, 0, 0), ip(...Array<number>(16).fill(0)), false],
    [
      'an IPv6 address',
      ip(0x20, 1, ...Array<number>(14).fill(0), 255, 255, ...Array<number>(14).fill(0)),
      ip(0x20, 1, ...Array<number>(14).fill(9)),
      true,
    ],
    ['an address of three octets', ip(0, 0, 0, 0, 0, 0, 0, 0), ip(1, 2, 3), false],
    ['a directory name', directory([{ C: ['IT'] }]), directory([{ C: ['it'] }, { CN: ['x'] }]), true],
    ['another directory name', directory([{ C: ['IT'] }]), directory([{ C: ['FR'] }]), false],
  ])('permit or exclude %s', async (_name, subtree, name, inside) => {
    const subject: x509.JsonName = [{ C: ['IT'] }, { CN: ['Leaf'] }]
    const others = subtree[0] === 0xa4 ? subject : undefined
    expect(await within(constraints({ permitted: [subtree] }), [name], others)).toBe(inside ? 'trusted' : outside)
  })

  it.each<[string, Buffer, Buffer, boolean]>([
    ['DNS below', dns('example.com'), dns('a.example.com'), true],
    ['a wildcard that may stand for it', dns('a.example.com'), dns('*.example.com'), true],
    ['a wildcard that cannot', dns('a.b.example.com'), dns('*.example.com'), false],
    ['another DNS name', dns('example.com'), dns('example.org'), false],
    ['every mailbox', email(''), email('a@example.com'), true],
    ['a mailbox of another host', email('example.com'), email('a@example.org'), false],
    ['a URI', uri('.example.com'), uri('https://www.example.com'), true],
    ['an address', ip(10, 0, 0, 0, 255, 0, 0, 0), ip(10, 1, 2, 3), true],
    ['a directory name', directory([{ C: ['IT'] }]), directory([{ C: ['IT'] }, { CN: ['x'] }]), true],
  ])('exclude %s', async (_name, subtree, name, hit) => {
    expect(await within(constraints({ excluded: [subtree] }), [name])).toBe(hit ? outside : 'trusted')
  })

  it('of one form say nothing of another, and nothing of a certificate without such names', async () => {
    expect(await within(constraints({ permitted: [dns('example.com')] }), [email('a@example.org')])).toBe('trusted')
    expect(await within(constraints({ permitted: [dns('example.com')] }), [])).toBe('trusted')
  })

  it('must hold for each of several names, one permitted subtree being enough', async () => {
    const permitted = [dns('example.com'), dns('example.org')]
    expect(await within(constraints({ permitted }), [dns('a.example.com'), dns('example.org')])).toBe('trusted')
    expect(await within(constraints({ permitted }), [dns('a.example.com'), dns('a.example.net')])).toBe(outside)
    const both = constraints({ permitted: [dns('example.com')], excluded: [dns('b.example.com')] })
    expect(await within(both, [dns('a.example.com')])).toBe('trusted')
    expect(await within(both, [dns('b.example.com')])).toBe(outside)
  })

  it('for directories apply to the subject, and to an address in it only where there are no alternative names', async () => {
    const italian = constraints({ permitted: [directory([{ C: ['IT'] }])] })
    expect(await within(italian, [], [{ C: ['IT'] }, { CN: ['a'] }])).toBe('trusted')
    expect(await within(italian, [], [{ C: ['FR'] }, { CN: ['a'] }])).toBe(outside)
    const mail = constraints({ permitted: [email('example.com')] })
    const named: x509.JsonName = [{ CN: ['a'], E: ['a@example.org'] }]
    expect(await within(mail, [], named)).toBe(outside)
    expect(await within(mail, [dns('a.example')], named)).toBe('trusted')
  })

  it('of every CA above hold together, those of the anchor included', async () => {
    const anchor = await issue(null, {
      name: 'Anchor',
      extensions: [...ca(), constraints({ permitted: [dns('example.com')] })],
    })
    const middle = await issue(anchor, {
      name: 'Middle',
      extensions: [...ca(), constraints({ excluded: [dns('a.example.com')] })],
    })
    const named = (name: string) => issue(middle, { extensions: [alternativeNames(dns(name))] })
    expect(judge(anchor, await named('b.example.com'), middle)).toBe('trusted')
    expect(judge(anchor, await named('a.example.com'), middle)).toBe(outside)
    expect(judge(anchor, await named('b.example.org'), middle)).toBe(outside)
  })

  it('hold for intermediates, except those that are self-issued', async () => {
    const anchor = await issue(null, {
      name: 'Anchor',
      extensions: [...ca(), constraints({ permitted: [directory([{ C: ['IT'] }])] })],
    })
    const foreign = await issue(anchor, { name: 'Foreign', extensions: ca() })
    const italian = { name: [{ C: ['IT'] }] }
    expect(judge(anchor, await issue(foreign, italian), foreign)).toBe('name_constraints at 1')
    const renewed = await issue(anchor, { name: 'Anchor', extensions: ca() })
    expect(judge(anchor, await issue(renewed, italian), renewed)).toBe('trusted')
    // Constraints apply to the last certificate even if it is self-issued.
    expect(judge(anchor, await issue(anchor, { name: 'Anchor' }))).toBe(outside)
  })

  it('hold where the extension is not critical', async () => {
    const value = der(0x30, subtrees(0xa1, [dns('example.com')]))
    expect(await within(rawConstraints(value, false), [dns('example.com')])).toBe(outside)
  })

  it('of a form that is not compared refuse only a certificate with such a name', async () => {
    const excluded = constraints({ excluded: [registered] })
    expect(await within(excluded, [dns('example.com')])).toBe('trusted')
    expect(await within(excluded, [registered])).toBe('name_constraints_unprocessed at 1 (2.5.29.30)')
  })

  it.each<[string, Buffer]>([
    ['nothing in them', der(0x30)],
    ['an empty list', der(0x30, der(0xa0))],
    ['a maximum', der(0x30, der(0xa0, der(0x30, dns('example.com'), der(0x81, Buffer.from([1])))))],
    ['a DNS name that begins with a dot', der(0x30, subtrees(0xa0, [dns('.example.com')]))],
    ['a mask with a gap', der(0x30, subtrees(0xa0, [ip(10, 0, 0, 0, 255, 0, 255, 0)]))],
    ['half an address', der(0x30, subtrees(0xa0, [ip(10, 0, 0, 0)]))],
    ['a URI in place of a host', der(0x30, subtrees(0xa0, [uri('https://example.com')]))],
    ['lists in the wrong order', der(0x30, subtrees(0xa1, [dns('a')]), subtrees(0xa0, [dns('b')]))],
    ['bytes that are no DER', Buffer.from([0x30, 0x80, 0, 0])],
  ])('with %s refuse everything', async (_name, value) => {
    expect(await within(rawConstraints(value), [])).toBe('name_constraints_unprocessed at 1 (2.5.29.30)')
  })
})

describe('a path', () => {
  it('leads over cross-signed CAs to whichever anchor is trusted', async () => {
    const [one, other] = [
      await issue(null, { name: 'One', extensions: ca() }),
      await issue(null, { name: 'Other', extensions: ca() }),
    ]
    const crossed = await issue(one, { name: 'Other', keys: other.keys, extensions: ca() })
    const end = await issue(other, {})
    expect(judge(one, end, crossed)).toBe('trusted')
    expect(judge(other, end)).toBe('trusted')
    // The anchor may be the cross certificate itself, under a CA name that its issuer no longer uses.
    expect(judge(crossed, end)).toBe('trusted')
    // One valid path is enough.
    const closed = await issue(null, { name: 'Other', keys: other.keys, extensions: [...ca(), unknown] })
    expect(judge(closed, end)).toBe('critical_extension at 1 (1.2.3.4)')
    expect(readerOf(closed, other)(x5c(end))).toMatchObject({ trust: 'trusted', trustError: null })
  })

  it('does not come back to where it was', async () => {
    const [one, other] = [
      await issue(null, { name: 'One', extensions: ca() }),
      await issue(null, { name: 'Other', extensions: ca() }),
    ]
    const [first, second] = [
      await issue(other, { name: 'One', keys: one.keys, extensions: ca() }),
      await issue(one, { name: 'Other', keys: other.keys, extensions: ca() }),
    ]
    const end = await issue(one, {})
    const round = [end, first, second, first, second, first, second, first, second]
    expect(readerOf(root)(x5c(...round))).toMatchObject({
      chained: true,
      trust: 'untrusted',
      chainError: { rule: 'twice', place: 3 },
    })
    expect(judge(one, end, first, second)).toBe('trusted')
  })

  it('has as many name comparisons as one exchange allows, and no more', async () => {
    const authority = await issue(root, {
      name: 'Many',
      extensions: [...ca(), constraints({ excluded: Array.from({ length: 900 }, (_, at) => dns(`x${at}`)) })],
    })
    const names = Array.from({ length: 900 }, (_, at) => dns(`y${at}`))
    const end = await issue(authority, { extensions: [alternativeNames(...names)] })
    const { budget, compared } = countedBudget()
    const read = certificateReader([root.certificate], { now: () => now, budget })
    expect(read(x5c(end, authority))).toEqual({
      readable: false,
      reason: 'The certificates constrain more names than are compared.',
      count: 2,
    })
    expect(compared()).toBe(nameComparisonsPerExchangeMax + 1)
    expect(900 * 900).toBeGreaterThan(nameComparisonsPerExchangeMax)
  })

  /** Ten CAs, each with `count` names of a form that the CA above it does not constrain. */
  async function namedAuthorities(count: number): Promise<Party[]> {
    const chain: Party[] = []
    const names = alternativeNames(...Array.from({ length: count }, () => email('')))
    const other = constraints({ excluded: [registered] })
    for (let at = 0; at < 10; at += 1)
      chain.unshift(await issue(chain[0] ?? null, { name: `Named ${at}`, extensions: [...ca(), other, names] }))
    return chain
  }

  it('has no certificate with more alternative names than are looked at', async () => {
    const chain = await namedAuthorities(5600)
    const { budget, compared } = countedBudget()
    expect(certificateReader([root.certificate], { now: () => now, budget })(x5c(...chain))).toEqual({
      readable: false,
      reason: 'A certificate has more than 1000 alternative names.',
      count: 10,
    })
    expect(compared()).toBe(0)
    const most = await issue(root, { extensions: [alternativeNames(...Array(alternativeNamesMax).fill(dns('a.b')))] })
    expect(judge(root, most)).toBe('trusted')
  })

  it('counts names that no constraint is about', async () => {
    const chain = await namedAuthorities(alternativeNamesMax)
    const anchors = chain.map(({ certificate }) => certificate)
    const { budget, compared } = countedBudget()
    expect(certificateReader(anchors, { now: () => now, budget })(x5c(...chain))).toEqual({
      readable: false,
      reason: 'The certificates constrain more names than are compared.',
      count: 10,
    })
    expect(compared()).toBe(nameComparisonsPerExchangeMax + 1)
  })
})
