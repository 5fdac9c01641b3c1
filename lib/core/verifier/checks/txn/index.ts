export { pidKeyChecks } from './pid-key'
export { transactionChecks, transactionHashChecks } from './transactions'
