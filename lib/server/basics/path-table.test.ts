import { describe, expect, it } from 'vitest'
import { pathTable, segmentsOf } from './path-table'

const entryAt = pathTable(['/a/{id}', '/a/{id}/b', '/a/list', '/'].map((path) => ({ path })))
const at = (path: string) => {
  const match = entryAt(segmentsOf(path) ?? [])
  return match && { path: match.entry.path, params: match.params }
}

describe('a table of paths', () => {
  it('prefers a path without variables, wherever it is in the list', () => {
    expect(at('/a/list')).toEqual({ path: '/a/list', params: {} })
    expect(at('/a/%6cist')).toEqual({ path: '/a/list', params: {} })
    expect(at('/a/lists')).toEqual({ path: '/a/{id}', params: { id: 'lists' } })
  })
  it('decodes a variable, which is one segment and never empty', () => {
    expect(at('/a/x%2Fy/b')).toEqual({ path: '/a/{id}/b', params: { id: 'x/y' } })
    for (const path of ['/a/', '/a//b', '/a/x/b/', '/a/x/y/b', '//a/x', '']) expect(at(path)).toBeNull()
    expect(at('/')).toEqual({ path: '/', params: {} })
  })
})

describe('the segments of a path', () => {
  it.each(['x', '*', '/a/../b', '/a/%2e', '/a#', '/a\\b', '/%', '/%E0%A4%A'])(
    'are none where it would be rewritten: %s',
    (path) => {
      expect(segmentsOf(path)).toBeNull()
    },
  )
})
