import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { ROOT } from './paths.mjs'

/**
 * PocketBase evaluates a filter with superuser rights, so untrusted text in one could read anything. Only
 * `lib/core/shared/ports/filter.ts` may build filters; this finds other code that builds one.
 */
const folders = ['app', 'components', 'lib', 'pb_hooks', 'scripts']
/** Builds filters from validated values. */
const maker = 'lib/core/shared/ports/filter.ts'
/**
 * May name the query parameter: the storage client, and the reader of visitors' queries, which run without privileges.
 */
const senders = ['lib/adapters/pocketbase/client/list-records.ts', 'lib/core/scoreboard/reading/read-query.ts']
const source = /\.(ts|tsx|js|mjs)$/
/** Tests and their tools may query PocketBase freely: none of it is reachable from outside. */
const exempt = /\.(test|spec|examples)\.tsx?$|\.d\.m?ts$|^lib\/testing\//

/** Methods of PocketBase's SDK that accept a filter as text or in options. */
const sdkReads = ['getFirstListItem', 'getFullList', 'getList']

/**
 * Finds the places where a file builds a filter itself: the line and the problem.
 * @param {string} path relative to the root @param {string} text @returns {{ line: number, problem: string }[]}
 */
export function handMadeFilters(path, text) {
  const file = ts.createSourceFile(
    path,
    text,
    // Comments are not examined, and parsing them takes a tenth of the time.
    { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone },
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : undefined,
  )
  /** @type {{ line: number, problem: string }[]} */
  const found = []
  /** @param {ts.Node} node @param {string} problem */
  const report = (node, problem) =>
    found.push({ line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1, problem })

  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isCallExpression(node)) {
      const name = calledName(node)
      const [first] = node.arguments
      if (name !== null && /ByFilter$/.test(name))
        report(node, `${name} puts values into a filter's text: bind them to SQL.`)
      if (name !== null && sdkReads.includes(name)) report(node, `${name} of the SDK: use list-records.ts.`)
      if (name === 'filter' && (isText(first) || ofSdk(node.expression)))
        report(node, 'filter of the SDK writes JSON, which PocketBase does not unquote: use filterOf.')
      if ((name === 'set' || name === 'append') && first && isNamed(first, 'filter') && !senders.includes(path))
        report(node, 'A filter is sent by list-records.ts.')
    }
    if (ts.isPropertyAssignment(node) && isNamed(node.name, 'filter') && isText(node.initializer))
      report(node, 'A filter written by hand: use filterOf.')
    if (ts.isVariableDeclaration(node) && /filter$/i.test(node.name.getText(file)) && isQuery(node.initializer))
      report(node, 'A filter written by hand: use filterOf.')
    if (inAddress(node)) report(node, 'A filter in an address: use list-records.ts.')
    if ((ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) && node.type.getText(file) === 'Filter')
      report(node, 'A text that is called a filter: use filterOf.')
    ts.forEachChild(node, visit)
  }
  if (path !== maker) visit(file)
  return found
}

/** @param {ts.CallExpression} call */
function calledName({ expression }) {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text
  if (ts.isElementAccessExpression(expression) && ts.isStringLiteralLike(expression.argumentExpression))
    return expression.argumentExpression.text
  return ts.isIdentifier(expression) ? expression.text : null
}

/** @param {ts.Expression} expression whether it is a member of something called `sdk` or `pb` */
const ofSdk = (expression) =>
  (ts.isPropertyAccessExpression(expression) || ts.isElementAccessExpression(expression)) &&
  /(^|\.)(sdk|pb)$/.test(expression.expression.getText())

/** @param {ts.Node} node @param {string} name */
const isNamed = (node, name) => (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && node.text === name

/** @param {ts.Node | undefined} node a string, or a concatenation with one @returns {boolean} */
const isText = (node) =>
  node !== undefined &&
  (ts.isStringLiteralLike(node) ||
    ts.isTemplateExpression(node) ||
    (ts.isParenthesizedExpression(node) && isText(node.expression)) ||
    (ts.isConditionalExpression(node) && (isText(node.whenTrue) || isText(node.whenFalse))) ||
    (ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.PlusToken &&
      (isText(node.left) || isText(node.right))))

/** @param {ts.Node | undefined} node a string with a comparison in it @returns {boolean} */
const isQuery = (node) => node !== undefined && isText(node) && /[=~<>]/.test(node.getText())

/** @param {ts.Node} node whether it is a part of a URL that a filter follows */
const inAddress = (node) =>
  (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node)) &&
  /[?&]filter=/.test(node.text)

/** @param {string} folder @returns {string[]} */
const filesIn = (folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => source.test(path) && !exempt.test(path))

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const problems = folders
    .flatMap(filesIn)
    .flatMap((path) =>
      handMadeFilters(path, readFileSync(join(ROOT, path), 'utf8')).map(
        ({ line, problem }) => `${path}:${line} ${problem}`,
      ),
    )
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
