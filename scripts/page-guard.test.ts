import { describe, expect, it } from 'vitest'
import { pageProblems } from './page-guard.mjs'

const files = [
  '(site)/page.tsx',
  '(site)/start/route.ts',
  '(site)/notes/page.tsx',
  '(site)/notes/[id]/page.tsx',
  '(site)/notes/[id]/not-found.tsx',
  '(protocol)/token/route.ts',
  'layout.tsx',
]
const pages = [{ path: '/', forms: ['start'] }, { path: '/notes', evidence: true }, { path: '/notes/{id}' }] as const
const matcher = ['/notes', '/notes/:id']

describe('the guard of pages', () => {
  it('finds nothing where each folder has its line', () => {
    expect(pageProblems({ files, pages, matcher })).toEqual([])
  })

  it.each<[string, Partial<Parameters<typeof pageProblems>[0]>, string]>([
    ['a folder without a line', { files: [...files, '(site)/extra/page.tsx'] }, 'app/(site)/extra/page.tsx: no line'],
    ['a form without a line', { files: [...files, '(site)/notes/add/route.ts'] }, 'app/(site)/notes/add/route.ts: no'],
    ['a line without a folder', { pages: [...pages, { path: '/gone' }] }, 'no folder of app/ has /gone'],
    ['a page of evidence that Next serves by itself', { matcher: ['/notes/:id'] }, 'the matcher needs /notes,'],
    ['a page that may be missing, and is answered 200', { matcher: ['/notes'] }, 'the matcher needs /notes/:id,'],
    ['an entry of the matcher for no page', { matcher: [...matcher, '/gone'] }, '/gone needs no entry'],
  ])('finds %s', (_what, change, said) => {
    expect(pageProblems({ files, pages, matcher, ...change })).toEqual([expect.stringContaining(said)])
  })
})
