// What the writers of pipelines, organisations and entities share.

/** @param {string} condition @returns SQL for a condition as a JSON value */
const bool = (condition) => `iif(${condition}, json('true'), json('false'))`

/** A digest of these columns of a record: it differs once one of them does. @param {core.Record} record @param {string[]} columns */
const revisionOf = (record, columns) => $security.sha256(JSON.stringify(columns.map((name) => record.getString(name))))

module.exports = { bool, revisionOf }
