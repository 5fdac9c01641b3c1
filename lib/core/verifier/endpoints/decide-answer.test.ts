import { describe, expect, it } from 'vitest'
import { jsonReply } from '../../shared/http/reply'
import { goodDocument } from '../checks/fixtures/mdoc-reading'
import { mdocMatch } from '../checks/fixtures/response'
import { wrongReply } from '../deviations/wrong-reply'
import { shownDocuments } from './decide-answer'

const revealNothing = () => null

const docType = String(mdocMatch.type.actual)

const [first] = goodDocument.elements

if (first === undefined) throw new Error('The fixture holds no element.')

const match = {
  ...mdocMatch,
  minimisation: {
    ...mdocMatch.minimisation,
    disclosed: [{ position: [first.namespace, String(first.name)], role: 'requested', requestedBy: ['pid'] } as const],
  },
}

const flagsOf = (...given: Parameters<typeof shownDocuments>) =>
  shownDocuments(...given).map(({ elements }) => elements.map(({ digestOk, requested }) => [digestOk, requested]))

describe('the elements of a presented mdoc', () => {
  const document = { ...goodDocument, docType, elements: [first, { ...first, name: 'sex' }] }

  it('are requested where the query asks for them, and in the one document that it asks for', () => {
    const other = { ...document, docType: 'org.example.other', elements: [first] }
    expect(flagsOf([other, document], match, revealNothing)).toEqual([
      [[true, false]],
      [
        [true, true],
        [true, false],
      ],
    ])
  })

  it('are neither requested nor unrequested where no query is known', () => {
    expect(flagsOf([document], null, revealNothing)).toEqual([
      [
        [true, null],
        [true, null],
      ],
    ])
  })

  it.each([
    ['matches', true],
    ['differs', false],
    ['absent', false],
    ['not_computed', null],
  ] as const)('with a digest that %s are told so', (digest, told) => {
    expect(flagsOf([{ ...document, elements: [{ ...first, digest }] }], match, revealNothing)).toEqual([[[told, true]]])
  })

  it('are revealed document by document', () => {
    const other = { ...document, docType: 'org.example.other' }
    const shown = shownDocuments([document, other], match, (one) => (one === other ? 'own' : null))
    expect(shown.map(({ revealed }) => revealed)).toEqual([null, 'own'])
  })
})

const right = { ...jsonReply(200, { a: 1 }), headers: [['Content-Type', 'application/json']] as const }

it('replaces what is named of a right answer, and leaves the rest', () => {
  expect(wrongReply(right, {})).toEqual(right)
  expect(wrongReply(right, { status: 500 })).toEqual({ ...right, status: 500 })
  expect(wrongReply(right, { body: null }).body).toBeNull()
  expect(wrongReply(right, { headers: [['Location', '/x']] }).headers).toEqual([...right.headers, ['Location', '/x']])
  expect(wrongReply(right, { headers: [['content-type', 'text/html']] }).headers).toEqual([
    ['content-type', 'text/html'],
  ])
  const body = (of: typeof right.body) =>
    of?.kind === 'json' ? { ...of, value: { ...(of.value as object), b: 2 } } : of
  expect(wrongReply(right, { body }).body).toEqual({ kind: 'json', value: { a: 1, b: 2 } })
})
