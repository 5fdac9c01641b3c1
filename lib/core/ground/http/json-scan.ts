import { pointerStep } from '../values/json-pointer'
import { jsonDepthMax, jsonValuesMax } from './limits'

/** Characters of the paths of repeated members that are listed; the first is listed whatever its length. */
const duplicatesCharactersMax = 64 * 1024

/** What a look at JSON text tells beyond its value. */
export interface JsonScan {
  /** Paths of members that their object holds more than once, e.g. `/proofs/jwt`, as JSON Pointers. RFC 6901 */
  readonly duplicates: readonly string[]
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
 * Walks JSON text that `JSON.parse` has accepted and reports repeated members and the size of the structure, which a
 * parsed value no longer shows. Stops early once a bound is passed. RFC 8259 section 4.
 */
export function scanJson(text: string): JsonScan {
  const duplicates = new Set<string>()
  const levels: Level[] = []
  let characters = 0
  const note = (path: string): void => {
    // No other names can hide one of the outermost object: these are together no longer than the text.
    if (characters > duplicatesCharactersMax && levels.length > 1) return
    characters += path.length
    duplicates.add(path)
  }
  let depth = 0
  let values = 0
  const result = (): JsonScan => ({
    duplicates: [...duplicates],
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
      while (at + 1 < text.length && /[-+.0-9a-zE]/.test(text.charAt(at + 1))) at += 1
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
