import { isObject, type JsonObject } from '@/lib/core/ground/values/json'

/** A group of elements of a credential. */
export interface ElementList {
  /** The namespace of an mdoc, or the container of the claims. */
  readonly title: string
  /** The word for one of them. */
  readonly word: 'element' | 'claim'
  readonly elements: readonly { readonly key: string; readonly name: string; readonly value: unknown }[]
}

const listOf = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isObject) : []

const text = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise)

/**
 * Splits a decoded credential into lists of what it says about its subject, and the rest. Other tokens have no such
 * lists.
 */
export function credentialElements(tree: JsonObject): { readonly lists: ElementList[]; readonly rest: JsonObject } {
  const { namespaces, disclosures, ...rest } = tree
  const lists: ElementList[] = Object.entries(isObject(namespaces) ? namespaces : {}).map(([title, items]) => ({
    title,
    word: 'element',
    elements: listOf(items).map(({ element, value }, index) => ({
      key: String(index),
      name: text(element, '(unnamed)'),
      value,
    })),
  }))
  if (disclosures !== undefined)
    lists.push({
      title: 'Disclosures',
      word: 'claim',
      elements: listOf(disclosures).map(({ claim, path, name, value }, index) => ({
        key: String(index),
        name: text(claim, Array.isArray(path) ? path.join('.') : text(name, '(element of a list)')),
        value,
      })),
    })
  return { lists, rest }
}
