import { cborDecode, cborEncode } from '@owf/mdoc'
import { describe, expect, it } from 'vitest'
import { readDcqlQuery } from '../../../shared/dcql/read-dcql-query'
import { deviceResponsesByQuery } from './device-responses'

const asking = (...docTypes: string[]) =>
  readDcqlQuery({
    credentials: docTypes.map((docType, place) => ({
      id: `q${place}`,
      format: 'mso_mdoc',
      meta: { doctype_value: docType },
      claims: [{ path: [docType, 'name'] }],
    })),
  })
const encoded = (value: unknown): string => Buffer.from(cborEncode(value)).toString('base64url')
const response = (...docTypes: string[]): string =>
  encoded(
    new Map<string, unknown>([
      ['version', '1.0'],
      [
        'documents',
        docTypes.map(
          (docType, place) =>
            new Map<string, unknown>([
              ['docType', docType],
              ['place', place],
            ]),
        ),
      ],
      ['status', 0],
      ['documentErrors', [new Map([['other', 0]])]],
    ]),
  )
const placesIn = (text: string): unknown[] => {
  const read = cborDecode(Buffer.from(text, 'base64url')) as Map<string, unknown>
  expect([...read.keys()]).toEqual(['version', 'documents', 'status', 'documentErrors'])
  return (read.get('documents') as Map<string, unknown>[]).map((document) => document.get('place'))
}
const placed = (text: string, query: ReturnType<typeof asking>) =>
  Object.fromEntries(deviceResponsesByQuery(text, query).map((one) => [one.queryId, placesIn(one.text)]))

describe('the documents of one response', () => {
  it.each<[string, string[], string[], Record<string, number[]>]>([
    ['go to the query of their type', ['a', 'b'], ['b', 'a'], { q0: [1], q1: [0] }],
    ['of one type go to its queries in order', ['a', 'a'], ['a', 'a'], { q0: [0], q1: [1] }],
    ['of another type go to a query that is left', ['a', 'b'], ['c', 'a'], { q0: [1], q1: [0] }],
    ['beyond the queries go to the one of their type', ['a', 'b'], ['a', 'b', 'b'], { q0: [0], q1: [1, 2] }],
    ['that nobody asked for go to the first query', ['a', 'b'], ['a', 'b', 'c'], { q0: [0, 2], q1: [1] }],
    ['leave a query out that they do not answer', ['a', 'b'], ['b'], { q1: [0] }],
    ['are none for the first query', ['a', 'b'], [], { q0: [] }],
  ])('%s', (_what, asked, sent, expected) => {
    expect(placed(response(...sent), asking(...asked))).toEqual(expected)
  })

  it('stay as they came where one query has them all, or they cannot be read', () => {
    const texts = [response('a'), response('a', 'a'), encoded('no map'), encoded(new Map([['documents', 1]])), '', 'ä']
    for (const text of texts) expect(deviceResponsesByQuery(text, asking('a'))).toEqual([{ queryId: 'q0', text }])
    expect(deviceResponsesByQuery(response('a'), readDcqlQuery({}))).toEqual([])
  })

  it('keep the bytes after their end, and heads of any length', () => {
    const many = Array.from({ length: 300 }, () => 'a')
    expect(placed(response('b', ...many), asking('a', 'b')).q0).toHaveLength(300)
    const bytes = Buffer.concat([Buffer.from(response('a', 'b'), 'base64url'), Buffer.from([1, 2])])
    for (const { text } of deviceResponsesByQuery(bytes.toString('base64url'), asking('a', 'b')))
      expect([...Buffer.from(text, 'base64url').subarray(-2)]).toEqual([1, 2])
  })
})
