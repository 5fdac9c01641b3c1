import { plain } from '../../engine/endpoints/endpoint'
import { inert, oneOf } from '../../engine/endpoints/query-parameters'
import type { HeaderField } from '../../ground/http/exchange'
import { jsonReply, textReply } from '../../ground/http/reply'
import { readStatement } from '../statement/read-statement'
import { statementCsv } from '../statement/statement-csv'
import { statementHtml } from '../statement/statement-html'
import { walletAsked } from './wallet-asked'

/** `GET /coverage/ics`: the Implementation Conformance Statement of one wallet and version. ETSI EG 201 058 */
export const getStatement = plain(async (context) => {
  const query = new URLSearchParams(context.exchange.query ?? '')
  const format = oneOf('format', query.get('format'), ['json', 'html', 'csv'], 'json')
  const statement = await readStatement(walletAsked(query), context)
  const file: HeaderField = ['Content-Disposition', `inline; filename="ics.${format}"`]
  switch (format) {
    case 'json':
      return { reply: jsonReply(200, statement, [file]) }
    case 'html':
      return { reply: textReply(200, 'text/html; charset=utf-8', statementHtml(statement), [file, ...inert]) }
    case 'csv':
      return { reply: textReply(200, 'text/csv; charset=utf-8', statementCsv(statement), [file]) }
  }
})
