import { fromUtf8 } from '../values/base64url'
import { pointerStep } from '../values/json'
import { isHeldByDouble } from '../values/json-number'
import { say, type Wording } from '../values/wording'
import type { Exchange } from './exchange'
import { jsonDepthMax, jsonValuesMax } from './limits'

/**
 * The limit that text exceeds judging by brackets and commas alone; `null` if undecided. Runs before `JSON.parse`,
 * which would first build millions of values. The text need not be valid JSON.
 */
export function exceededBound(text: string): 'too_deep' | 'too_wide' | null {
  if (!/^[\t\n\r ]*[[{]/.test(text)) return null
  const sign = /["[\]{},]/g
  let depth = 0
  let opened = 0
  let commas = 0
  for (let found = sign.exec(text); found !== null; found = sign.exec(text)) {
    const [character] = found
    if (character === '"') sign.lastIndex = afterString(text, sign.lastIndex)
    else if (character === ',') commas += 1
    else if (character === ']' || character === '}') depth -= 1
    else {
      opened += 1
      depth += 1
    }
    if (depth > jsonDepthMax) return 'too_deep'
    // Each comma separates two values.
    if (opened > jsonValuesMax || commas >= jsonValuesMax) return 'too_wide'
  }
  return null
}

/** The member of an object whose value makes a text too deep, by brackets alone; `null` if nothing names it. */
export function tooDeepMember(text: string): string | null {
  const sign = /["[\]{}]/g
  let depth = 0
  let named: string | null = null
  for (let found = sign.exec(text); found !== null; found = sign.exec(text)) {
    const [character] = found
    if (character === '"') {
      const start = sign.lastIndex - 1
      sign.lastIndex = afterString(text, sign.lastIndex)
      if (depth === 1) named = text.slice(start, sign.lastIndex)
    } else depth += character === ']' || character === '}' ? -1 : 1
    if (depth > jsonDepthMax) break
  }
  const name = named === null ? null : readJsonText(named)
  return name?.ok && typeof name.value === 'string' ? name.value : null
}

/** Index after the quote that closes the string starting at `from`; the end of the text if unclosed. */
function afterString(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charAt(end - 1 - slashes) === '\\' && end - 1 - slashes >= from) slashes += 1
    if (slashes % 2 === 0) return end + 1
  }
  return text.length
}

/** Total length of duplicate paths to list; the first is listed whatever its length. */
const duplicatesCharactersMax = 64 * 1024

/** Most numbers to list. */
const inexactMax = 50

/** Facts about JSON text that its parsed value no longer shows. */
export interface JsonScan {
  /** Repeated members as JSON Pointers, e.g. `/proofs/jwt`. RFC 6901 */
  readonly duplicates: readonly string[]
  /** Numbers whose double is another number, as JSON Pointers. */
  readonly inexact: readonly string[]
  readonly depth: number
  readonly values: number
  readonly tooDeep: boolean
  readonly tooWide: boolean
}

interface Level {
  readonly path: string
  readonly members: Set<string> | null
  index: number
  member: string
  expectsMember: boolean
}

/**
 * Walks valid JSON text and reports repeated members and its size. Stops as soon as a limit is exceeded. RFC 8259
 * section 4.
 */
export function scanJson(text: string): JsonScan {
  const duplicates = new Set<string>()
  const inexact: string[] = []
  const levels: Level[] = []
  let characters = 0
  const note = (path: string): void => {
    // Duplicates in the outermost object are always listed: together they are no longer than the text.
    if (characters > duplicatesCharactersMax && levels.length > 1) return
    characters += path.length
    duplicates.add(path)
  }
  let depth = 0
  let values = 0
  const result = (): JsonScan => ({
    duplicates: [...duplicates],
    inexact,
    depth,
    values,
    tooDeep: depth > jsonDepthMax,
    tooWide: values > jsonValuesMax,
  })
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    const level = levels.at(-1)
    if (character === '{' || character === '[') {
      values += 1
      levels.push({
        path: childPath(level),
        members: character === '{' ? new Set() : null,
        index: 0,
        member: '',
        expectsMember: character === '{',
      })
      depth = Math.max(depth, levels.length)
      if (depth > jsonDepthMax || values > jsonValuesMax) return result()
    } else if (character === '}' || character === ']') {
      levels.pop()
    } else if (character === ',' && level) {
      level.index += 1
      level.expectsMember = level.members !== null
    } else if (character === '"') {
      const end = endOfString(text, at)
      if (level?.members && level.expectsMember) {
        const member: string = JSON.parse(text.slice(at, end + 1))
        if (level.members.has(member)) note(`${level.path}/${pointerStep(member)}`)
        level.members.add(member)
        level.member = member
        level.expectsMember = false
      } else {
        values += 1
      }
      at = end
    } else if (/[-0-9tfn]/.test(character)) {
      values += 1
      const start = at
      while (at + 1 < text.length && /[-+.0-9a-zE]/.test(text.charAt(at + 1))) at += 1
      if (/[-0-9]/.test(character) && inexact.length < inexactMax && !isHeldByDouble(text.slice(start, at + 1)))
        inexact.push(childPath(level))
    }
  }
  return result()
}

const childPath = (level: Level | undefined): string =>
  level === undefined ? '' : `${level.path}/${level.members ? pointerStep(level.member) : level.index}`

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1
  return at
}

/** A JSON body, read as far as possible. */
export type JsonBody =
  | ({ readonly ok: true; readonly value: unknown } & Pick<JsonScan, 'duplicates' | 'inexact'>)
  | {
      readonly ok: false
      readonly reason: 'empty' | 'too_large' | 'not_utf8' | 'not_json' | 'too_deep' | 'too_wide'
      /** Set if the text is a form. */
      readonly isForm?: true
    }

/** The limit that JSON exceeds, to follow the name of its container; `null` within the limits. */
export function exceededJsonBound(json: JsonBody): Wording | null {
  if (json.ok) return null
  if (json.reason === 'too_deep') return say`is nested deeper than ${jsonDepthMax} levels`
  return json.reason === 'too_wide' ? say`holds more than ${jsonValuesMax} values` : null
}

/** Longest start of a text that is examined for being a form. */
const formCharactersMax = 4096

/** Whether a text is `name=value`, joined by `&`, and so a form in place of JSON. */
export const isFormText = (text: string): boolean =>
  /^[\w.-]+=[^\s{}"]*(?:&[\w.%-]+=[^\s{}"]*)*$/.test(text.slice(0, formCharactersMax))

/** Parses JSON text within the limits of limits.ts; never throws. */
export function readJsonText(text: string): JsonBody {
  let value: unknown
  let scan: JsonScan
  const passed = exceededBound(text)
  if (passed !== null) return { ok: false, reason: passed }
  try {
    value = JSON.parse(text)
    scan = scanJson(text)
  } catch {
    return { ok: false, reason: 'not_json', ...(isFormText(text) && { isForm: true }) }
  }
  if (scan.tooDeep) return { ok: false, reason: 'too_deep' }
  if (scan.tooWide) return { ok: false, reason: 'too_wide' }
  return { ok: true, value, duplicates: scan.duplicates, inexact: scan.inexact }
}

/** Parses the body of an exchange as JSON, whatever its media type; never throws. */
export function readJsonBody(exchange: Pick<Exchange, 'body' | 'bodyOverflow'>): JsonBody {
  if (exchange.bodyOverflow) return { ok: false, reason: 'too_large' }
  if (exchange.body.length === 0) return { ok: false, reason: 'empty' }
  const text = fromUtf8(exchange.body)
  if (text === null) return { ok: false, reason: 'not_utf8' }
  return readJsonText(text)
}
