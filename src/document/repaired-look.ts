/** What repairs have settled about one document, beside the look that it was given. */
export interface RepairedLook {
  /** Of a deck: share of each shape's height that text may take, 0-1; less than 1 divides it earlier. */
  slideRoom?: number;
  /** Of a deck: the same for the slides of one title, by the title's first words (`roomKey`). */
  slideRooms?: Readonly<Record<string, number>>;
  /** Ids of tables that may go over the end of a page although they are short: whole, they left the page before half empty. */
  splitTables?: readonly string[];
  /** Lists of a PDF whose first and last two items are not parted, since one of them has been alone on a page. */
  heldLists?: readonly string[];
  /** Numbers of orders, accounts and parts that are not divided between lines, since they have been. */
  wholeWords?: readonly string[];
}
