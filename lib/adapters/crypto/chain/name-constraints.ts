import { type DerElement, DerError, onlyElement, readDer } from './der'
import { type DistinguishedNameKeys, isWithin, nameKeys } from './distinguished-name'

/** The name constraints of a CA. RFC 5280 section 4.2.1.10 */
export interface NameConstraints {
  readonly permitted: readonly Subtree[]
  readonly excluded: readonly Subtree[]
}

interface Subtree {
  readonly form: number
  /** Whether the subtree contains everything that a name covers. Never called for forms that are not compared. */
  readonly contains: Contains
  /** Whether the subtree contains any part of what a name covers; only for forms with wildcards. */
  readonly touches?: Contains
}

/** Email, DNS, directory, URI and IP address. */
const comparedForms: ReadonlySet<number> = new Set([1, 2, 4, 6, 7])

type Contains = (name: AlternativeName) => boolean

/** A name in a certificate, prepared for comparison. */
export interface AlternativeName {
  /** Number of the choice in GeneralName: 1 email, 2 DNS, 4 directory, 6 URI, 7 IP address. RFC 5280 section 4.2.1.6 */
  readonly form: number
  /** `null` if the name is malformed or its form is not compared here. */
  readonly value: NameValue | null
}

type NameValue =
  | { readonly kind: 'host'; readonly host: string }
  | { readonly kind: 'mailbox'; readonly local: string; readonly host: string }
  | { readonly kind: 'address'; readonly bytes: Buffer }
  | { readonly kind: 'directory'; readonly keys: DistinguishedNameKeys }

/** Reads the value of the extension. Throws DerError when it is malformed or goes beyond the profile of RFC 5280. */
export function readNameConstraints(value: Buffer): NameConstraints {
  const lists = readDer(onlyElement(value, 0x30))
  const [first, second] = lists
  // At least one list is required, and permitted comes before excluded.
  if (first === undefined || lists.length > 2 || (second !== undefined && (first.tag !== 0xa0 || second.tag !== 0xa1)))
    throw new DerError()
  if (first.tag !== 0xa0 && first.tag !== 0xa1) throw new DerError()
  const subtreesOf = (tag: number) =>
    lists.filter((list) => list.tag === tag).flatMap(({ content }) => subtrees(content))
  return { permitted: subtreesOf(0xa0), excluded: subtreesOf(0xa1) }
}

function subtrees(list: Buffer): Subtree[] {
  const elements = readDer(list)
  if (elements.length === 0) throw new DerError()
  return elements.map(({ tag, content }) => {
    const [base, ...bounds] = readDer(content)
    // The profile allows neither a minimum (default zero) nor a maximum.
    if (tag !== 0x30 || base === undefined || bounds.length > 0) throw new DerError()
    return subtree(base)
  })
}

function subtree(base: DerElement): Subtree {
  const form = formOf(base)
  switch (form) {
    case 1:
      return { form, contains: emailSubtree(base.content.toString('latin1')) }
    case 2:
      return { form, ...dnsSubtree(base.content.toString('latin1').toLowerCase()) }
    case 4: {
      const keys = nameKeys(onlyElement(base.content, 0x30))
      return { form, contains: ({ value }) => value?.kind === 'directory' && isWithin(value.keys, keys) }
    }
    case 6: {
      const contains = hostSubtree(base.content.toString('latin1').toLowerCase())
      return { form, contains: ({ value }) => value?.kind === 'host' && contains(value.host) }
    }
    case 7:
      return { form, contains: addressSubtree(base.content) }
    default:
      return { form, contains: () => false }
  }
}

/** The names of a SubjectAlternativeName, from the value of the extension. Throws DerError. */
export const readAlternativeNames = (value: Buffer): AlternativeName[] =>
  readDer(onlyElement(value, 0x30)).map((name) => {
    const form = formOf(name)
    return { form, value: preparedName(form, name.content) }
  })

function preparedName(form: number, content: Buffer): NameValue | null {
  switch (form) {
    case 1:
      return mailbox(content.toString('latin1'))
    case 2: {
      const host = content.toString('latin1').toLowerCase()
      return isHost(host.replace(/^\*\./, '')) ? { kind: 'host', host } : null
    }
    case 4:
      return directoryName(nameKeys(onlyElement(content, 0x30))).value
    case 6:
      return hostOfUri(content.toString('latin1').toLowerCase())
    case 7:
      return content.length === 4 || content.length === 16 ? { kind: 'address', bytes: content } : null
    default:
      return null
  }
}

/** A directory name, e.g. the subject of a certificate. */
export const directoryName = (keys: DistinguishedNameKeys): AlternativeName => ({
  form: 4,
  value: { kind: 'directory', keys },
})

/** An email address as an alternative name. */
export const emailName = (text: string): AlternativeName => ({ form: 1, value: mailbox(text) })

/** The result of applying a CA's constraints to names. */
export type ConstraintResult = 'within' | 'outside' | 'unprocessed'

/**
 * Whether all names satisfy the constraints: each lies in a permitted subtree if its form has any, and none in an
 * excluded one. `unprocessed`: a constrained name has a form that is not compared here. A malformed name is outside.
 * Calls `count` for each name and each comparison.
 */
export function applyConstraints(
  { permitted, excluded }: NameConstraints,
  names: readonly AlternativeName[],
  count: () => void,
): ConstraintResult {
  const [allowed, denied] = [byForm(permitted), byForm(excluded)]
  for (const name of names) {
    count()
    const [allow, deny] = [allowed.get(name.form), denied.get(name.form)]
    if (allow === undefined && deny === undefined) continue
    if (!comparedForms.has(name.form)) return 'unprocessed'
    const some = (list: readonly Subtree[], holds: (subtree: Subtree) => boolean) =>
      list.some((one) => {
        count()
        return holds(one)
      })
    const isDenied = some(deny ?? [], ({ contains, touches }) => (touches ?? contains)(name))
    const isAllowed = allow === undefined || some(allow, ({ contains }) => contains(name))
    if (name.value === null || isDenied || !isAllowed) return 'outside'
  }
  return 'within'
}

function byForm(list: readonly Subtree[]): ReadonlyMap<number, readonly Subtree[]> {
  const forms = new Map<number, Subtree[]>()
  for (const one of list) {
    const known = forms.get(one.form)
    if (known === undefined) forms.set(one.form, [one])
    else known.push(one)
  }
  return forms
}

function formOf({ tag }: DerElement): number {
  const form = tag & 0x1f
  if ((tag & 0xc0) !== 0x80 || form > 8) throw new DerError()
  return form
}

/** Labels of letters, digits, hyphens and underscores, which occur in practice. RFC 1034 section 3.5 */
const isHost = (text: string): boolean =>
  text.length <= 253 && /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/.test(text) && !/(?:^|\.)\d+$/.test(text)

const isBelow = (host: string, parent: string): boolean => host.endsWith(`.${parent}`)

/**
 * Matches the constraint with any labels before it; an empty constraint matches all names. A wildcard that could match
 * the constraint itself touches it.
 */
function dnsSubtree(constraint: string): { readonly contains: Contains; readonly touches: Contains } {
  if (constraint === '') return { contains: () => true, touches: () => true }
  if (!isHost(constraint)) throw new DerError()
  const contains: Contains = ({ value }) =>
    value?.kind === 'host' && (value.host === constraint || isBelow(value.host, constraint))
  const wildcard = `*.${constraint.slice(constraint.indexOf('.') + 1)}`
  const touches: Contains = (name) => contains(name) || (name.value?.kind === 'host' && name.value.host === wildcard)
  return { contains, touches }
}

/** Matches a host exactly or, with a leading dot, all hosts below it; an empty constraint matches all. */
function hostSubtree(constraint: string): (host: string) => boolean {
  if (constraint === '') return () => true
  if (!isHost(constraint.replace(/^\./, ''))) throw new DerError()
  return constraint.startsWith('.') ? (host) => isBelow(host, constraint.slice(1)) : (host) => host === constraint
}

/** Matches one mailbox, whose local part is case-sensitive, or the hosts that `hostSubtree` matches. */
function emailSubtree(constraint: string): Contains {
  if (constraint.includes('@')) {
    const wanted = mailbox(constraint)
    if (wanted === null) throw new DerError()
    return ({ value }) => value?.kind === 'mailbox' && value.local === wanted.local && value.host === wanted.host
  }
  const contains = hostSubtree(constraint.toLowerCase())
  return ({ value }) => value?.kind === 'mailbox' && contains(value.host)
}

/** Local part of a mailbox: words separated by dots, or quoted printable characters. RFC 5321 section 4.1.2 */
const localPart = /^(?:[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*|"(?:[ !#-[\]-~]|\\[ -~])*")$/

function mailbox(text: string): (NameValue & { readonly kind: 'mailbox' }) | null {
  const at = text.lastIndexOf('@')
  const [local, host] = [text.slice(0, at), text.slice(at + 1).toLowerCase()]
  return localPart.test(local) && isHost(host) ? { kind: 'mailbox', local, host } : null
}

/** The host of a URI with an authority; `null` if it is not a host name, because constraints cannot be applied then. */
function hostOfUri(uri: string): NameValue | null {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/.exec(uri)?.[1]
  if (authority === undefined) return null
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '')
  return isHost(host) ? { kind: 'host', host } : null
}

/** Matches the addresses of a network: an address and a contiguous mask. */
function addressSubtree(range: Buffer): Contains {
  if (range.length !== 8 && range.length !== 32) throw new DerError()
  const half = range.length / 2
  const [address, mask] = [range.subarray(0, half), range.subarray(half)]
  if (!/^1*0*$/.test([...mask].map((octet) => octet.toString(2).padStart(8, '0')).join(''))) throw new DerError()
  return ({ value }) =>
    value?.kind === 'address' &&
    value.bytes.length === half &&
    value.bytes.every((octet, index) => ((octet ^ (address[index] ?? 0)) & (mask[index] ?? 0)) === 0)
}
