/** Titles of a folder's or a site's first page that don't name what it contains. */
export const GENERIC_TITLE =
  /^(?:index|home|home ?page|start|overview|readme|introduction|preface|foreword|about|welcome)$/i;
