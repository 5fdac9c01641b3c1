import { describe, expect, it } from 'vitest'
import { linksIn, pageProblems } from './page-guard.mjs'

const files = [
  '(site)/page.tsx',
  '(site)/start/route.ts',
  '(site)/notes/page.tsx',
  '(site)/notes/[id]/page.tsx',
  '(site)/notes/[id]/not-found.tsx',
  '(protocol)/token/route.ts',
  'layout.tsx',
]
const pages = [
  { name: 'start', path: '/', label: 'Start', forms: ['start'] },
  { name: 'notes', path: '/notes', evidence: true },
  { name: 'note', path: '/notes/{id}' },
] as const
const matcher = ['/notes', '/notes/:id']
const links = [
  { name: 'notes', from: '/' },
  { name: 'note', from: null },
]

describe('the guard of pages', () => {
  it('finds nothing where each folder has its line', () => {
    expect(pageProblems({ files, pages, matcher, links })).toEqual([])
  })

  it.each<[string, Partial<Parameters<typeof pageProblems>[0]>, string]>([
    ['a folder without a line', { files: [...files, '(site)/extra/page.tsx'] }, 'app/(site)/extra/page.tsx: no line'],
    ['a form without a line', { files: [...files, '(site)/notes/add/route.ts'] }, 'app/(site)/notes/add/route.ts: no'],
    [
      'a line without a folder',
      { pages: [...pages, { name: 'gone', path: '/gone', label: 'Gone' }] },
      'no folder of app/ has /gone',
    ],
    ['a page of evidence that Next serves by itself', { matcher: ['/notes/:id'] }, 'the matcher needs /notes,'],
    ['a page that may be missing, and is answered 200', { matcher: ['/notes'] }, 'the matcher needs /notes/:id,'],
    ['a page that nothing links to', { links: links.slice(1) }, 'nothing links to /notes.'],
    [
      'a page that links to itself alone',
      { links: [...links.slice(1), { name: 'notes', from: '/notes' }] },
      'paths.notes()',
    ],
    ['an entry of the matcher for no page', { matcher: [...matcher, '/gone'] }, '/gone needs no entry'],
  ])('finds %s', (_what, change, said) => {
    expect(pageProblems({ files, pages, matcher, links, ...change })).toEqual([expect.stringContaining(said)])
  })

  it('knows a link by the function that builds it', () => {
    expect(linksIn("<a href={paths.note(id)} />, pathOfPage('notes'), paths.api.note()")).toEqual(['note', 'notes'])
  })
})
