-- Written by the schema engine from schema.prisma, except for the collation of what pages are ordered by: code point
-- order, whatever the database was made with.

-- CreateEnum
CREATE TYPE "Condition" AS ENUM ('FULL_DEBATE', 'LABELS_ONLY', 'FAKE_PEERS', 'NO_PEERS', 'PRIVATE_REVISION', 'BLIND', 'OTHER');

-- CreateEnum
CREATE TYPE "TombstoneKind" AS ENUM ('RETRACTED', 'SUPERSEDED');

-- CreateEnum
CREATE TYPE "Visibility" AS ENUM ('OPEN', 'BLIND');

-- CreateTable
CREATE TABLE "Family" (
    "slug" TEXT NOT NULL,

    CONSTRAINT "Family_pkey" PRIMARY KEY ("slug")
);

-- CreateTable
CREATE TABLE "Model" (
    "slug" TEXT NOT NULL,
    "familySlug" TEXT,
    "provider" TEXT,

    CONSTRAINT "Model_pkey" PRIMARY KEY ("slug")
);

-- CreateTable
CREATE TABLE "Benchmark" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,

    CONSTRAINT "Benchmark_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Item" (
    "id" SERIAL NOT NULL,
    "benchmarkId" INTEGER NOT NULL,
    "key" TEXT NOT NULL,

    CONSTRAINT "Item_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Load" (
    "id" SERIAL NOT NULL,
    "slug" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Load_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Run" (
    "id" INTEGER NOT NULL,
    "position" BIGINT NOT NULL,
    "slug" TEXT COLLATE "C" NOT NULL,
    "title" TEXT,
    "condition" "Condition" NOT NULL,
    "scaffold" TEXT,
    "benchmark" TEXT NOT NULL,
    "seats" JSONB NOT NULL,
    "rounds" INTEGER NOT NULL,
    "carryForward" BOOLEAN NOT NULL,
    "foldUpper" BOOLEAN NOT NULL,
    "synthetic" BOOLEAN NOT NULL,
    "license" TEXT,
    "note" TEXT,
    "createdAt" TEXT COLLATE "C",
    "debates" INTEGER NOT NULL,
    "replicates" INTEGER NOT NULL,
    "disagreements" INTEGER NOT NULL,
    "warnings" JSONB NOT NULL,
    "sourceDigest" TEXT NOT NULL,
    "contentDigest" TEXT NOT NULL,
    "importer" TEXT NOT NULL,
    "importerVersion" TEXT NOT NULL,
    "importedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Debate" (
    "runId" INTEGER NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "itemId" INTEGER NOT NULL,
    "replicate" INTEGER NOT NULL,
    "category" TEXT,
    "cluster" TEXT NOT NULL,
    "gold" TEXT,
    "labels" TEXT[],
    "codes" BYTEA NOT NULL,
    "admissible" TEXT[],
    "rounds" INTEGER NOT NULL,
    "signals" TEXT,
    "displayed" TEXT,
    "seats" TEXT,
    "tokens" BIGINT,
    "cost" TEXT,
    "reported" TEXT,
    "disagreements" TEXT[],
    "meta" TEXT,

    CONSTRAINT "Debate_pkey" PRIMARY KEY ("runId","ordinal")
);

-- CreateTable
CREATE TABLE "PanelBlock" (
    "runId" INTEGER NOT NULL,
    "index" INTEGER NOT NULL,
    "first" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,
    "rounds" INTEGER NOT NULL,
    "seats" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,
    "digest" TEXT NOT NULL,
    "rowsDigest" TEXT NOT NULL,

    CONSTRAINT "PanelBlock_pkey" PRIMARY KEY ("runId","index")
);

-- CreateTable
CREATE TABLE "Response" (
    "runId" INTEGER NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "texts" TEXT NOT NULL,

    CONSTRAINT "Response_pkey" PRIMARY KEY ("runId","ordinal")
);

-- CreateTable
CREATE TABLE "Tombstone" (
    "runId" INTEGER NOT NULL,
    "kind" "TombstoneKind" NOT NULL,
    "reason" TEXT NOT NULL,
    "byId" INTEGER,
    "position" BIGINT NOT NULL,

    CONSTRAINT "Tombstone_pkey" PRIMARY KEY ("runId","kind")
);

-- CreateTable
CREATE TABLE "Cohort" (
    "id" SERIAL NOT NULL,
    "position" BIGINT NOT NULL,
    "slug" TEXT COLLATE "C" NOT NULL,
    "title" TEXT,
    "digest" TEXT NOT NULL,
    "recipe" JSONB NOT NULL,
    "size" INTEGER NOT NULL,
    "visibility" "Visibility" NOT NULL,
    "opensAt" TEXT,
    "board" TEXT,

    CONSTRAINT "Cohort_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CohortPart" (
    "cohortId" INTEGER NOT NULL,
    "index" INTEGER NOT NULL,
    "runId" INTEGER NOT NULL,
    "size" INTEGER NOT NULL,
    "bits" BYTEA NOT NULL,

    CONSTRAINT "CohortPart_pkey" PRIMARY KEY ("cohortId","index")
);

-- CreateTable
CREATE TABLE "CohortExclusion" (
    "cohortId" INTEGER NOT NULL,
    "runId" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "bits" BYTEA NOT NULL,

    CONSTRAINT "CohortExclusion_pkey" PRIMARY KEY ("cohortId","runId","reason")
);

-- CreateTable
CREATE TABLE "LogEntry" (
    "position" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "statement" TEXT NOT NULL,

    CONSTRAINT "LogEntry_pkey" PRIMARY KEY ("position")
);

-- CreateTable
CREATE TABLE "LogNode" (
    "level" INTEGER NOT NULL,
    "index" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "LogNode_pkey" PRIMARY KEY ("level","index")
);

-- CreateIndex
CREATE INDEX "Model_familySlug_idx" ON "Model"("familySlug");

-- CreateIndex
CREATE UNIQUE INDEX "Benchmark_slug_key" ON "Benchmark"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "Item_benchmarkId_key_key" ON "Item"("benchmarkId", "key");

-- CreateIndex
CREATE UNIQUE INDEX "Load_slug_key" ON "Load"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "Run_position_key" ON "Run"("position");

-- CreateIndex
CREATE UNIQUE INDEX "Run_slug_key" ON "Run"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "Debate_runId_itemId_replicate_key" ON "Debate"("runId", "itemId", "replicate");

-- CreateIndex
CREATE UNIQUE INDEX "Tombstone_position_key" ON "Tombstone"("position");

-- CreateIndex
CREATE INDEX "Tombstone_byId_idx" ON "Tombstone"("byId");

-- CreateIndex
CREATE UNIQUE INDEX "Cohort_position_key" ON "Cohort"("position");

-- CreateIndex
CREATE UNIQUE INDEX "Cohort_slug_key" ON "Cohort"("slug");

-- CreateIndex
CREATE INDEX "Cohort_digest_idx" ON "Cohort"("digest");

-- CreateIndex
CREATE INDEX "CohortPart_runId_idx" ON "CohortPart"("runId");

-- CreateIndex
CREATE UNIQUE INDEX "CohortPart_cohortId_runId_key" ON "CohortPart"("cohortId", "runId");

-- CreateIndex
CREATE INDEX "CohortExclusion_runId_idx" ON "CohortExclusion"("runId");

-- AddForeignKey
ALTER TABLE "Model" ADD CONSTRAINT "Model_familySlug_fkey" FOREIGN KEY ("familySlug") REFERENCES "Family"("slug") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_id_fkey" FOREIGN KEY ("id") REFERENCES "Load"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_position_fkey" FOREIGN KEY ("position") REFERENCES "LogEntry"("position") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Tombstone" ADD CONSTRAINT "Tombstone_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Tombstone" ADD CONSTRAINT "Tombstone_byId_fkey" FOREIGN KEY ("byId") REFERENCES "Run"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Tombstone" ADD CONSTRAINT "Tombstone_position_fkey" FOREIGN KEY ("position") REFERENCES "LogEntry"("position") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Cohort" ADD CONSTRAINT "Cohort_position_fkey" FOREIGN KEY ("position") REFERENCES "LogEntry"("position") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CohortPart" ADD CONSTRAINT "CohortPart_cohortId_fkey" FOREIGN KEY ("cohortId") REFERENCES "Cohort"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CohortPart" ADD CONSTRAINT "CohortPart_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CohortExclusion" ADD CONSTRAINT "CohortExclusion_cohortId_fkey" FOREIGN KEY ("cohortId") REFERENCES "Cohort"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CohortExclusion" ADD CONSTRAINT "CohortExclusion_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- From here on by hand: what the schema language cannot say. Every function names its search path, so that a table
-- of the same name in a session's temporary schema cannot stand in for the real one.

-- Whatever stands in these tables never changes. Statement triggers, because TRUNCATE skips row triggers.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'IMMUTABLE: % on "%" is refused, what is stored there never changes', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'CW001';
END $$;

CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON "Family" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON "Model" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON "Benchmark" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON "Item" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON "Run" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON "Tombstone" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON "Cohort" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON "CohortPart" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON "CohortExclusion" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON "LogEntry" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON "LogNode" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Rows of a load: inserted until its run stands, never updated, removed only while no run stands.
CREATE TRIGGER never_changes BEFORE UPDATE OR TRUNCATE ON "Load" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changes BEFORE UPDATE OR TRUNCATE ON "Debate" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changes BEFORE UPDATE OR TRUNCATE ON "PanelBlock" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_changes BEFORE UPDATE OR TRUNCATE ON "Response" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Once for a batch, in place of a foreign key for every row. The lock makes a batch and the completion of its run wait
-- for each other; taking it needs the owner's rights.
CREATE FUNCTION refuse_in_complete_run() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  touched_run integer;
BEGIN
  FOR touched_run IN SELECT DISTINCT "runId" FROM touched ORDER BY 1 LOOP
    PERFORM FROM "Load" WHERE id = touched_run FOR KEY SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'rows of "%" belong to load %, which does not exist', TG_TABLE_NAME, touched_run USING ERRCODE = 'CW002';
    END IF;
    IF EXISTS (SELECT FROM "Run" WHERE id = touched_run) THEN
      RAISE EXCEPTION 'IMMUTABLE: % on "%" is refused, run % is complete', TG_OP, TG_TABLE_NAME, touched_run USING ERRCODE = 'CW001';
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER only_in_load AFTER INSERT ON "Debate" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_complete_run();
CREATE TRIGGER only_in_load AFTER INSERT ON "PanelBlock" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_complete_run();
CREATE TRIGGER only_in_load AFTER INSERT ON "Response" REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_complete_run();
CREATE TRIGGER only_from_load AFTER DELETE ON "Debate" REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_complete_run();
CREATE TRIGGER only_from_load AFTER DELETE ON "PanelBlock" REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_complete_run();
CREATE TRIGGER only_from_load AFTER DELETE ON "Response" REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_complete_run();

CREATE FUNCTION refuse_orphans() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM "Debate" WHERE "runId" = OLD.id) OR EXISTS (SELECT FROM "PanelBlock" WHERE "runId" = OLD.id)
     OR EXISTS (SELECT FROM "Response" WHERE "runId" = OLD.id) THEN
    RAISE EXCEPTION 'load % still has rows', OLD.id USING ERRCODE = 'CW002';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER no_orphans AFTER DELETE ON "Load" FOR EACH ROW EXECUTE FUNCTION refuse_orphans();

-- A run is whole when it appears: ordinals without a gap, and as many debates in blocks.
CREATE FUNCTION refuse_partial_run() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  debates integer;
  last integer;
  blocked integer;
BEGIN
  PERFORM FROM "Load" WHERE id = NEW.id AND slug = NEW.slug FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'run % is not the one of load %', NEW.slug, NEW.id USING ERRCODE = 'CW002';
  END IF;
  SELECT count(*), COALESCE(max(ordinal) + 1, 0) INTO debates, last FROM "Debate" WHERE "runId" = NEW.id;
  SELECT COALESCE(sum(count), 0) INTO blocked FROM "PanelBlock" WHERE "runId" = NEW.id;
  IF debates <> NEW.debates OR last <> NEW.debates OR blocked <> NEW.debates THEN
    RAISE EXCEPTION 'run % says % debates, its load has % up to ordinal %, % of them in blocks', NEW.slug, NEW.debates, debates, last - 1, blocked
      USING ERRCODE = 'CW002';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER appears_whole BEFORE INSERT ON "Run" FOR EACH ROW EXECUTE FUNCTION refuse_partial_run();

-- The only way to remove anything: a piece of an unfinished load for each call, so that readers get their turn.
-- True when nothing is left.
CREATE FUNCTION discard_load(load_id integer, debates integer) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  keep integer;
BEGIN
  PERFORM FROM "Load" WHERE id = load_id FOR UPDATE;
  IF NOT FOUND THEN
    RETURN true;
  END IF;
  SELECT COALESCE(max(ordinal), 0) - discard_load.debates INTO keep FROM "Debate" WHERE "runId" = load_id;
  DELETE FROM "Response" WHERE "runId" = load_id AND ordinal > keep;
  DELETE FROM "Debate" WHERE "runId" = load_id AND ordinal > keep;
  IF keep >= 0 THEN
    RETURN false;
  END IF;
  DELETE FROM "PanelBlock" WHERE "runId" = load_id;
  DELETE FROM "Load" WHERE id = load_id;
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION discard_load(integer, integer) FROM PUBLIC;

-- Positions: the last one + 1 under a lock that the transaction keeps, so that they show in order and have no gaps.
-- The tree grows with its leaf: the leaf's hash, and each subtree that it completes.
CREATE FUNCTION append_to_log() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  node "LogNode";
  sibling bytea;
BEGIN
  PERFORM pg_advisory_xact_lock(20260935279);
  SELECT COALESCE(max(position) + 1, 0) INTO NEW.position FROM "LogEntry";
  node := (0, NEW.position, sha256('\x00'::bytea || convert_to(NEW.statement, 'UTF8')));
  LOOP
    INSERT INTO "LogNode" SELECT node.*;
    EXIT WHEN node.index % 2 = 0;
    SELECT hash INTO STRICT sibling FROM "LogNode" WHERE level = node.level AND index = node.index - 1;
    node := (node.level + 1, node.index / 2, sha256('\x01'::bytea || sibling || node.hash));
  END LOOP;
  RETURN NEW;
END $$;

CREATE TRIGGER next_position BEFORE INSERT ON "LogEntry" FOR EACH ROW EXECUTE FUNCTION append_to_log();

-- A row and its log entry appear together.
CREATE FUNCTION refuse_without_entry() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "LogEntry" WHERE position = NEW.position AND xmin = pg_current_xact_id()::xid) THEN
    RAISE EXCEPTION 'a row of "%" cites log position %, which this transaction did not write', TG_TABLE_NAME, NEW.position USING ERRCODE = 'CW002';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER with_its_entry BEFORE INSERT ON "Run" FOR EACH ROW EXECUTE FUNCTION refuse_without_entry();
CREATE TRIGGER with_its_entry BEFORE INSERT ON "Cohort" FOR EACH ROW EXECUTE FUNCTION refuse_without_entry();
CREATE TRIGGER with_its_entry BEFORE INSERT ON "Tombstone" FOR EACH ROW EXECUTE FUNCTION refuse_without_entry();

-- A cohort is fixed when it appears: its parts are written in its own transaction and no other.
CREATE FUNCTION refuse_in_fixed_cohort() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "Cohort" WHERE id = NEW."cohortId" AND xmin = pg_current_xact_id()::xid) THEN
    RAISE EXCEPTION 'IMMUTABLE: % on "%" is refused, cohort % is fixed', TG_OP, TG_TABLE_NAME, NEW."cohortId" USING ERRCODE = 'CW001';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER only_with_cohort BEFORE INSERT ON "CohortPart" FOR EACH ROW EXECUTE FUNCTION refuse_in_fixed_cohort();
CREATE TRIGGER only_with_cohort BEFORE INSERT ON "CohortExclusion" FOR EACH ROW EXECUTE FUNCTION refuse_in_fixed_cohort();
