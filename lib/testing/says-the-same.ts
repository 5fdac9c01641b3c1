import { isObject } from '@/lib/core/shared/values/json'
import { isWording } from '@/lib/core/shared/values/wording'

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[a-z0-9_]+/g) ?? []

/** Whether two texts are equal but for case and punctuation, or share 85 % of their words. */
export function saysTheSame(one: string, other: string): boolean {
  const [left, right] = [new Set(wordsIn(one)), new Set(wordsIn(other))]
  const shared = [...left].filter((word) => right.has(word)).length
  return left.size > 0 && shared >= 0.85 * Math.max(left.size, right.size)
}

/** The texts of what was seen, each by itself. */
export function textsIn(said: unknown): string[] {
  if (said === undefined || said === null) return []
  if (isWording(said) || !isObject(said)) return Array.isArray(said) ? said.flatMap(textsIn) : [String(said)]
  return Object.values(said).flatMap(textsIn)
}
