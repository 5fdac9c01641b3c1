import { ProtocolError } from '../../shared/ports/errors'
import { type Draft, draftNamed } from './drafts'
import { defaultEdition, type Edition, editionNamed, editions } from './editions'
import { type Side, sides } from './official-case'

/** Ids of the editions, newest first. */
const editionIds: readonly string[] = editions.map(({ facts }) => facts.id)

/**
 * The edition that a query asks for by `name`; `otherwise` where it asks for none. Throws `edition_not_found` for one that
 * there is not, `invalid_request` if it is empty or there twice.
 */
export function editionAsked(query: URLSearchParams, otherwise: Edition = defaultEdition, name = 'edition'): Edition {
  const asked = onlyOne(query, name, editionIds)
  return asked === null ? otherwise : editionWith(asked, name)
}

/** The draft that a query asks for by its id; `null` if it asks for something else, or not once. */
export function draftAsked(query: URLSearchParams): Draft | null {
  const [asked = '', ...more] = query.getAll('edition')
  return more.length > 0 ? null : draftNamed(asked)
}

/** The edition with this id or commit. Throws `edition_not_found`. */
export function editionWith(id: string, member = 'edition'): Edition {
  const edition = editionNamed(id)
  if (edition !== null) return edition
  const words =
    draftNamed(id) === null
      ? 'No edition of the official cases has this id or commit.'
      : `The review of this edition is not done, so nothing is counted under it: GET /fcaf.json?edition=${id} shows its cases.`
  throw new ProtocolError('edition_not_found', words, { legal_values: editionIds, pointer: `/${member}` })
}

/** The side whose baseline a query asks for; `null` if it asks for none. Throws `invalid_request`. */
export const baselineAsked = (query: URLSearchParams): Side | null => wordAsked(query, 'baseline', sides)

/** The word that a query has by `name`; `null` for none. Throws `invalid_request`, with those that there are. */
export function wordAsked<Word extends string>(
  query: URLSearchParams,
  name: string,
  words: readonly Word[],
): Word | null {
  const asked = onlyOne(query, name, words)
  const word = words.find((one) => one === asked)
  if (asked !== null && word === undefined)
    throw new ProtocolError('invalid_request', `${name} must be one of ${words.join(', ')}.`, {
      legal_values: words,
      pointer: `/${name}`,
    })
  return word ?? null
}

function onlyOne(query: URLSearchParams, name: string, legal: readonly string[]): string | null {
  const given = query.getAll(name)
  if (given.length > 1 || given[0] === '')
    throw new ProtocolError('invalid_request', `${name} must be there once, and not be empty.`, {
      legal_values: legal,
      pointer: `/${name}`,
    })
  return given[0] ?? null
}
