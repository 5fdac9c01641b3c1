import { z } from 'zod'
import { ProtocolError } from '../../shared/ports/errors'
import type { PublishedCounts, PublishedStatement, PublishedWallets, PublishToken } from '../../shared/ports/published'
import type { EpochMillis } from '../../shared/time/time'
import { editionFacts, factsNamed } from '../official-cases/edition-facts'
import type { ConformanceStatement } from '../statement/z-statement'

/** How many days a statement may be valid. */
export const validDays = [30, 90, 180] as const
export const usualValidDays = 90

/** An expired statement is shown for a year more. */
export const expiredKeptSeconds = 365 * 86_400

const contactCharactersMax = 300

/** Lower-case words with single hyphens: it stands in addresses and names of files. */
export const zSlug = z
  .string()
  .max(40)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)

/** A link to whoever answers for the wallet: https, or mailto without anything but an address. */
const zContact = z
  .string()
  .max(contactCharactersMax)
  .refine((text) => isContact(text))

/** Whether a text is a link that may stand on a public page. */
export function isContact(text: string): boolean {
  if (/^mailto:[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(text)) return true
  if (!/^https:\/\/[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return protocol === 'https:' && username === '' && password === ''
}

/** What a publisher says besides the bundle, in the query of `POST /wallets`. */
export interface PublishRequest {
  readonly slug: string
  readonly contact: string | null
  readonly days: number
  /** True if the whole evidence bundle becomes public too. */
  readonly whole: boolean
  /** Who publishes, where the operator does it; with a token, its organisation. */
  readonly organisation: string | null
}

/** Reads the query of a publication. Throws `invalid_request` with the first parameter that is wrong. */
export function readPublishRequest(query: URLSearchParams): PublishRequest {
  const given = (name: string): string | null => query.get(name)?.trim() || null
  const slug = zSlug.safeParse(given('slug'))
  if (!slug.success)
    throw wrong('slug', 'must be lower-case letters and digits, with single hyphens, at most 40 characters')
  const contact = given('contact')
  if (contact !== null && !zContact.safeParse(contact).success)
    throw wrong('contact', 'must be an https link, or mailto with an address')
  const days = Number(given('days') ?? usualValidDays)
  if (!validDays.some((one) => one === days)) throw wrong('days', `must be ${validDays.join(', ')}`)
  const whole = given('whole') ?? 'false'
  if (whole !== 'true' && whole !== 'false') throw wrong('whole', 'must be true or false')
  const organisation = given('organisation')
  if (organisation !== null && !isOrganisation(organisation))
    throw wrong('organisation', 'must be a name of at most 100 characters')
  return { slug: slug.data, contact, days, whole: whole === 'true', organisation }
}

/** Whether a text may name an organisation: one line without control characters. */
export const isOrganisation = (text: string): boolean =>
  text !== '' && text.length <= 100 && !/[\p{Cc}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u.test(text) && text.isWellFormed()

const wrong = (name: string, problem: string): ProtocolError =>
  new ProtocolError('invalid_request', `The parameter ${name} ${problem}.`, { pointer: `/${name}` })

/**
 * Lets a token use a slug, which it holds from then on. A slug of a revoked token is free for the next one that names it:
 * so the operator moves a slug by revoking one token and making another. Throws `foreign_slug`, and StoreUnavailable.
 */
export async function takeSlug(slug: string, token: PublishToken, published: PublishedWallets): Promise<void> {
  if (!token.slugs.includes(slug))
    throw new ProtocolError(
      'foreign_slug',
      'This publish token is for other slugs: the operator names them when making it.',
    )
  const holder = await published.holder(slug)
  if (holder === token.id) return
  const isFree = holder === null || !(await isValid(holder, published))
  if (isFree && (await published.hold(slug, token.id, holder))) return
  throw new ProtocolError('foreign_slug', 'Another publish token used this slug first and holds it.')
}

const isValid = async (id: string, published: PublishedWallets): Promise<boolean> =>
  (await published.tokens()).some((token) => token.id === id && token.revokedAt === null)

/** The numbers that a public page leads with. */
export const publishedCounts = ({ headline }: ConformanceStatement['counts']): PublishedCounts => ({
  ...{ of: headline.of, passed: headline.passed, failed: headline.failed, causes: headline.causes },
  without: headline.inconclusive + headline.not_run,
  driver: headline.told_by_driver ?? 0,
  person: headline.told,
  unrecorded: headline.told_unrecorded ?? 0,
})

/** State of a statement at an instant. */
export const stateOf = (
  { removedAt, expiresAt }: Pick<PublishedStatement, 'removedAt' | 'expiresAt'>,
  at: EpochMillis,
): 'valid' | 'expired' | 'removed' => (removedAt !== null ? 'removed' : expiresAt <= at ? 'expired' : 'valid')

/** The id of the edition that a statement is of; its commit where this release does not know that. */
export const editionIdOf = ({ edition }: Pick<PublishedStatement, 'edition'>): string =>
  factsNamed(edition)?.id ?? edition

/**
 * The statements of the edition that a query asks for, by id or commit, as `edition` there; all where it asks for none. None
 * where it asks twice.
 */
export function ofAskedEdition(
  statements: readonly PublishedStatement[],
  query: URLSearchParams,
): readonly PublishedStatement[] {
  const [asked, ...more] = query.getAll('edition')
  if (asked === undefined) return statements
  const id = factsNamed(asked)?.id ?? asked
  return more.length > 0 ? [] : statements.filter((one) => editionIdOf(one) === id)
}

/**
 * The statement that a slug shows, of those under it, newest first: the newest valid one, else the newest expired one,
 * else the newest removed one; `null` for none. Of several editions of its version, the newest edition.
 */
export function shownStatement(statements: readonly PublishedStatement[], at: EpochMillis): PublishedStatement | null {
  for (const wanted of ['valid', 'expired', 'removed'] as const) {
    const found = statements.filter((one) => stateOf(one, at) === wanted)
    const beside = found.filter(({ wallet }) => wallet.version === found[0]?.wallet.version)
    const [newest] = beside.toSorted((one, other) => placeOf(one) - placeOf(other))
    if (newest !== undefined) return newest
  }
  return null
}

/** The place of a statement's edition among all, newest first; one that this release does not know comes last. */
function placeOf(statement: PublishedStatement): number {
  const place = editionFacts.findIndex(({ id }) => id === editionIdOf(statement))
  return place === -1 ? editionFacts.length : place
}
