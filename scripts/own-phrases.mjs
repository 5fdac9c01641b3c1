import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { ROOT } from './root.mjs'

/** Where what findings and events about a presentation say is written. */
const FOLDERS = [
  'lib/core/engine/deviations',
  'lib/core/engine/judgements',
  'lib/core/issuer/judgements',
  'lib/core/verifier/judgements',
  'lib/core/verifier/checks',
  'lib/core/verifier/endpoints',
  'lib/core/verifier/read',
  'lib/core/verifier/deviations',
  'lib/core/verifier/identity',
  'lib/core/verifier/history',
  'lib/core/ground/formats/mso-mdoc/read-presentation',
  'lib/core/ground/formats/sd-jwt-vc/issuer-metadata',
  'lib/core/ground/formats/sd-jwt-vc/read-presentation',
]
/** Members of a check that no finding repeats. */
const NOT_FOUND = new Set(['title', 'problem', 'why', 'refusal', 'clauses'])
/** Shorter ones are words that anybody may write. */
const CHARACTERS_MIN = 8

/** Every phrase of ours that a finding or an event may hold, each once, in alphabetical order. */
export function ownPhrases() {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(ROOT, folder, file)),
  ).filter((file) => file.endsWith('.ts') && !/\.(?:test|examples)\.ts$|[/\\](?:fixtures|redaction)[/\\]/.test(file))
  return [...new Set(files.flatMap(phrasesOf))].sort()
}

/** @param {string} file */
function phrasesOf(file) {
  /** @type {string[]} */
  const found = []
  /** @param {ts.Node} node */
  const look = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && NOT_FOUND.has(node.name.text)) return
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      found.push(node.text.trim())
    ts.forEachChild(node, look)
  }
  look(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest))
  return found.filter(isPhrase)
}

/** Words with a space between them, or an identifier of several parts, e.g. the id of a check. @param {string} text */
const isPhrase = (text) =>
  text.length >= CHARACTERS_MIN &&
  (text.split(' ').filter((word) => /\p{L}/u.test(word)).length > 1 || /^[a-z][a-z0-9]*(?:[._][a-z0-9]+)+$/.test(text))
