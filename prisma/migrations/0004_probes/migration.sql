-- CreateTable
CREATE TABLE "ProbeSet" (
    "id" SERIAL NOT NULL,
    "position" BIGINT NOT NULL,
    "slug" TEXT NOT NULL,
    "title" TEXT,
    "synthetic" BOOLEAN NOT NULL,
    "license" TEXT,
    "note" TEXT,
    "createdAt" TEXT,
    "probes" INTEGER NOT NULL,
    "disagreements" INTEGER NOT NULL,
    "warnings" JSONB NOT NULL,
    "sourceDigest" TEXT NOT NULL,
    "contentDigest" TEXT NOT NULL,
    "importer" TEXT NOT NULL,
    "importerVersion" TEXT NOT NULL,

    CONSTRAINT "ProbeSet_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ProbeBlock" (
    "setId" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "ProbeBlock_pkey" PRIMARY KEY ("setId")
);

-- CreateIndex
CREATE UNIQUE INDEX "ProbeSet_position_key" ON "ProbeSet"("position");

-- CreateIndex
CREATE UNIQUE INDEX "ProbeSet_slug_key" ON "ProbeSet"("slug");

-- CreateIndex
CREATE INDEX "ProbeSet_contentDigest_idx" ON "ProbeSet"("contentDigest");

-- AddForeignKey
ALTER TABLE "ProbeSet" ADD CONSTRAINT "ProbeSet_position_fkey" FOREIGN KEY ("position") REFERENCES "LogEntry"("position") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProbeBlock" ADD CONSTRAINT "ProbeBlock_setId_fkey" FOREIGN KEY ("setId") REFERENCES "ProbeSet"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here on by hand: what the schema language cannot say.

CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON "ProbeSet" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON "ProbeBlock" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A set says what its entry says.
CREATE FUNCTION refuse_unstated_probes() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  said jsonb := own_statement(TG_TABLE_NAME, NEW.position, '{probes}')::jsonb;
BEGIN
  PERFORM must_hold(TG_TABLE_NAME, said ->> 'slug' = NEW.slug AND said ->> 'content' = NEW."contentDigest"
    AND (said ->> 'probes')::integer = NEW.probes, 'its entry names other probes');
  RETURN NEW;
END $$;
CREATE TRIGGER as_stated BEFORE INSERT ON "ProbeSet" FOR EACH ROW EXECUTE FUNCTION refuse_unstated_probes();

-- A set is whole when it appears: its block is written in its own transaction and no other.
CREATE FUNCTION refuse_later_probes() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "ProbeSet" WHERE id = NEW."setId" AND xmin = pg_current_xact_id()::xid) THEN
    RAISE EXCEPTION 'IMMUTABLE: % on "%" is refused, the probes of set % are complete', TG_OP, TG_TABLE_NAME, NEW."setId" USING ERRCODE = 'CW001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER only_with_set BEFORE INSERT ON "ProbeBlock" FOR EACH ROW EXECUTE FUNCTION refuse_later_probes();

-- Nothing stands in the log without what it states. The kinds that were there before keep their own trigger.
DROP TRIGGER with_its_row ON "LogEntry";
CREATE CONSTRAINT TRIGGER with_its_row AFTER INSERT ON "LogEntry" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.kind <> 'probes') EXECUTE FUNCTION refuse_lone_entry();

CREATE FUNCTION refuse_lone_probes() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.statement::jsonb ->> 'type' <> 'probes'
     OR NOT EXISTS (SELECT FROM "ProbeSet" JOIN "ProbeBlock" ON "setId" = id WHERE position = NEW.position) THEN
    RAISE EXCEPTION 'log position % states a % of which no row is written', NEW.position, NEW.kind USING ERRCODE = 'CW002';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER with_its_probes AFTER INSERT ON "LogEntry" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.kind = 'probes') EXECUTE FUNCTION refuse_lone_probes();
