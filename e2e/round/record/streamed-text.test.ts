import { describe, expect, it } from 'vitest'
import { legible } from './legible'
import { pageText } from './page-text'
import { streamedText } from './streamed-text'

describe('the tree that Next streams', () => {
  it('is the same in whichever rows and order it came', () => {
    const one =
      '0:["$","p",null,{"children":"$L1"}]\n2:I[11,["/_next/static/a.js"],"Icon"]\n1:["$","$L2",null,{"a":1}]\n'
    const other = '5:I[99,[],"Icon"]\n0:["$","p",null,{"children":["$","$L5",null,{"a":1}]}]\n'
    expect(streamedText(one)).toBe(streamedText(other))
    expect(streamedText(one)).toContain('<module Icon>')
  })

  it('differs where the tree does, and keeps text of several lines', () => {
    expect(streamedText('0:["a"]\n')).not.toBe(streamedText('0:["b"]\n'))
    expect(streamedText('0:["$1"]\n1:T3,a\nb')).toBe('["a\\nb"]')
    expect(streamedText('0:["$1","$1"]\n1:{"x":1}\n')).toBe('[{"x":1},<part 2>]')
  })

  it('says what it has that nothing refers to', () => {
    expect(streamedText('0:[]\n7:{"lost":true}\n')).toBe('[]\n{"lost":true}')
  })
})

describe('a page', () => {
  it('has no names of built files, and keeps everything else', () => {
    const page = (file: string, module: number) =>
      `<html><link href="/_next/static/${file}.css"/><script src="/_next/static/${file}.js"></script><p>Text</p>` +
      `<script>self.__next_f.push([1,"0:[\\"$L1\\"]\\n"])</script><script>self.__next_f.push([1,"1:I[${module},[],\\"A\\"]\\n"])</script></html>`
    expect(pageText(page('abc', 1))).toBe(pageText(page('def', 2)))
    expect(pageText(page('abc', 1))).toContain('<p>Text</p>')
    expect(pageText('<p>no page of Next</p>')).toBe('<p>no page of Next</p>')
  })
})

describe('a legible body', () => {
  it('has lines, and says whether the JSON was compact', () => {
    expect(legible('{"a":[1]}')).toBe('compact JSON\n{\n "a": [\n  1\n ]\n}')
    expect(legible('{ "a": 1 }')).toBe('{ "a": 1 }')
    expect(legible('<a><b/></a>')).toBe('<a>⏎\n<b/>⏎\n</a>')
  })

  it('keeps every order but that of claims', () => {
    expect(legible('{"b":1,"a":[2,1],"options":[["b"],["a"]]}')).toContain(
      '"b": 1,\n "a": [\n  2,\n  1\n ],\n "options": [\n  [\n   "b"',
    )
    expect(legible('{"actual":["b","a"]}')).toBe(legible('{"actual":["a","b"]}'))
    expect(legible('{"paths":[["b"],["a"]]}')).toBe(legible('{"paths":[["a"],["b"]]}'))
  })
})
